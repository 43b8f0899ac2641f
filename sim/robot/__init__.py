"""The fetch robot: a Unitree G1 with hands, posed through MuJoCo and mink."""
