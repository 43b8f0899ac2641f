"""UA-Bench: twelve-frame matched-pair episodes (Unified Agent paper, section 5 and appendix B)."""
