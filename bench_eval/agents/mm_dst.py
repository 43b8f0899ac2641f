"""MM-DST: a slot-value dialogue state that keeps the most recent value of each slot (paper, appendix D.2)."""

from __future__ import annotations

from bench_eval.agents.registry import agent
from bench_eval.answers import Answers, Brief, Observation
from bench_eval.decoders.registry import Decoder
from bench_eval.evidence import Evidence, Fact


@agent("mm_dst", "MM-DST", "published")
class MmDst:
    """Slots: attended device, active devices, one value a topic with the device it was stated for, requested action."""

    def __init__(self, decoder: Decoder) -> None:
        self._decoder = decoder
        self._brief: Brief | None = None
        self._slots: dict[str, str] = {}

    def reset(self, brief: Brief) -> None:
        """Start with empty slots."""
        self._brief, self._slots = brief, {}

    def step(self, observation: Observation) -> Answers:
        """Overwrite slots, then read them out."""
        assert self._brief is not None, "reset comes first"
        record, slots = observation.record, self._slots
        if record.active:
            slots["active"] = ", ".join(record.active)
        if record.attended:
            slots["attended"] = record.attended
        if record.value is not None and record.topic is not None:
            slots[f"value of {record.topic}"] = record.value
            slots[f"device of {record.topic}"] = record.attended or ""
        if record.requested_action:
            slots["requested action"] = record.requested_action
        return self._decoder.decode(self._brief, self._evidence(), observation)

    def _evidence(self) -> Evidence:
        slots = self._slots
        facts = tuple(
            Fact(slots[name.replace("value", "device", 1)] or None, name.removeprefix("value of "), value)
            for name, value in slots.items()
            if name.startswith("value of ")
        )
        active = dict.fromkeys((device for device in slots.get("active", "").split(", ") if device), 1)
        pointing = {slots["attended"]: 1} if "attended" in slots else {}
        return Evidence(active, pointing, facts, slots.get("requested action"), None, self.shown())

    def carried(self) -> tuple[str, ...]:
        """The slots' values."""
        return tuple(self._slots.values())

    def shown(self) -> str:
        """The slots, one a line."""
        return "\n".join(f"{name} = {value}" for name, value in self._slots.items()) or "-"
