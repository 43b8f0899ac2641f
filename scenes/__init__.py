"""Where things stand: Habitat scene datasets, the embedded homes, floor regions and support surfaces."""
