"""The evaluation loop: perception records, agents, decoders, scoring, statistics, reports.

* `episodes`: what a system may open of a set: its `agent/` folder.
* `perception`: one record a frame, made once a setting and shared by every system.
* `agents`: the compared systems, one file each; `decoders` read what they carry and answer.
* `loop`: runs systems over episodes into a log that can be resumed; `scoring`, `statistics`, `report` read the log.
"""
