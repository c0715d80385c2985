"""Templates of the installed ansible-core within limits of time and memory, for the oracles; nothing is printed."""

import os
import resource
import signal

os.environ["ANSIBLE_DEPRECATION_WARNINGS"] = "False"
os.environ["ANSIBLE_SYSTEM_WARNINGS"] = "False"

from ansible.utils.display import Display  # noqa: E402

try:
    from ansible.template import trust_as_template
except ImportError:
    # Up to 2.18 every text may be a template.
    trust_as_template = None

Display.display = lambda *args, **named: None
Display.warning = lambda *args, **named: None
Display.deprecated = lambda *args, **named: None


def trusted(value):
    """A value whose texts may be templates."""
    if isinstance(value, str):
        return trust_as_template(value)
    if isinstance(value, list):
        return [trusted(item) for item in value]
    if isinstance(value, dict):
        return {key: trusted(item) for key, item in value.items()}
    return value


class TooSlow(BaseException):
    pass


def give_up(_signal, _frame):
    raise TooSlow()


resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
signal.signal(signal.SIGALRM, give_up)


def bounded(evaluate):
    """The answer that a function gives, or that it takes too much."""
    signal.alarm(3)
    try:
        return evaluate()
    except (TooSlow, MemoryError):
        return {"error": "too large", "message": "the oracle gave up"}
    finally:
        signal.alarm(0)
