"""What one frame shows: world of entities, user, robot, devices, cameras, placement, renderers, visibility."""
