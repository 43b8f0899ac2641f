"""Serve a GGUF model through llama.cpp's OpenAI-compatible server: `python llama_server.py MODEL`."""

from __future__ import annotations

import sys
import threading

import xllamacpp

CONTEXT, LONGEST_REPLY = 4096, 160  # tokens

parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.n_ctx = CONTEXT
parameters.n_predict = LONGEST_REPLY
parameters.n_parallel = 1
parameters.sampling.seed = 0
parameters.sampling.temp = 0.0
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
threading.Event().wait()  # its destructor waits for ever: whoever starts this process kills it
