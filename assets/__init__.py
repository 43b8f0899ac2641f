"""What the world is made of apart from scenes: outside assets, screen devices, materials, meshes."""
