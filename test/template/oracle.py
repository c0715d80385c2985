"""Evaluates templates with the installed ansible-core: from 2.19 on as they are, before as the variable of a role.

Reads a JSON array of {"template": text, "variables": {name: value}} and writes a JSON array of answers: the value
({"value": …}), the error's type and message ({"error": …, "message": …}), or {"omit": true}. Values keep their types:
{"int": "1"}, {"float": "1.0"}, {"date": …}, {"dict": [[key, value], …]}; texts, lists, true, false and null are as in JSON.
"""

import datetime
import json
import os
import resource
import signal
import sys

os.environ["ANSIBLE_DEPRECATION_WARNINGS"] = "False"
os.environ["ANSIBLE_SYSTEM_WARNINGS"] = "False"

from ansible.parsing.dataloader import DataLoader  # noqa: E402
from ansible.template import Templar  # noqa: E402
from ansible.utils.display import Display  # noqa: E402

try:
    from ansible.errors import AnsibleValueOmittedError
    from ansible.template import trust_as_template
except ImportError:
    trust_as_template = None

    class AnsibleValueOmittedError(Exception):
        pass


Display.display = lambda *args, **named: None
Display.warning = lambda *args, **named: None
Display.deprecated = lambda *args, **named: None


def trusted(value):
    if isinstance(value, str):
        return trust_as_template(value)
    if isinstance(value, list):
        return [trusted(item) for item in value]
    if isinstance(value, dict):
        return {key: trusted(item) for key, item in value.items()}
    return value


def tagged(value):
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return {"int": str(int(value))}
    if isinstance(value, float):
        return {"float": repr(float(value))}
    if isinstance(value, list) or (trust_as_template and isinstance(value, tuple)):
        return [tagged(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[tagged(key), tagged(item)] for key, item in value.items()]}
    if isinstance(value, (datetime.datetime, datetime.date)):
        return {type(value).__name__.replace("_AnsibleTaggedDateTime", "datetime").replace("_AnsibleTaggedDate", "date"): value.isoformat()}
    return {"unsupported": str(type(value))}


class TooSlow(BaseException):
    pass


def give_up(_signal, _frame):
    raise TooSlow()


resource.setrlimit(resource.RLIMIT_AS, (1 << 31, 1 << 31))
signal.signal(signal.SIGALRM, give_up)


def answer(case):
    signal.alarm(3)
    try:
        return evaluated(case)
    except (TooSlow, MemoryError):
        return {"error": "too large", "message": "the oracle gave up"}
    finally:
        signal.alarm(0)


def evaluated(case):
    try:
        if trust_as_template:
            templar = Templar(loader=DataLoader(), variables=trusted(case["variables"]))
            return {"value": tagged(templar.template(trust_as_template(case["template"])))}
        variables = {**case["variables"], "role_variable": case["template"]}
        return {"value": tagged(Templar(loader=DataLoader(), variables=variables).template("{{ role_variable }}"))}
    except AnsibleValueOmittedError:
        return {"omit": True}
    except Exception as error:
        return {"error": type(error).__name__, "message": str(error)}


json.dump([answer(case) for case in json.load(sys.stdin)], sys.stdout)
