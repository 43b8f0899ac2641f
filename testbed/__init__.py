"""Live Linux and Android-like devices that CAPEBench instances run on: services, modalities, perturbations."""
