"""Human screening: a page that shows pairs, and the decisions that people make on it, which admission honours."""
