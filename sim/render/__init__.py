"""Renderers: each turns a world and a camera into colour, instance ids and depth."""
