"""What is asked of a whole set: balance, and that no shortcut earns more than a coin does."""

from bench_gen.ua.audit.balance import BALANCES, balance
from bench_gen.ua.audit.shortcuts import audit_shortcuts, full_evidence
from bench_gen.ua.audit.strategies import STRATEGIES, strategy
from bench_gen.ua.audit.view import View, views_of_script, views_of_set

__all__ = [
    "BALANCES",
    "STRATEGIES",
    "View",
    "audit_shortcuts",
    "balance",
    "full_evidence",
    "strategy",
    "views_of_script",
    "views_of_set",
]
