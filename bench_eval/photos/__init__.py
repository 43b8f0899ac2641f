"""A user's own photographs as a matched pair (paper, section 6.5, appendix F): prepared once, scored like the rest."""
