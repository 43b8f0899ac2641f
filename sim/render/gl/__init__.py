"""The default back end: moderngl on a headless EGL context, software or GPU."""
