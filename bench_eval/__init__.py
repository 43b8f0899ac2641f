"""The evaluation loop: perception records, agents, decoders, scoring, statistics, reports."""
