"""Reports of a run: tables as in the paper, figure 5, and a page that follows one episode."""
