"""Values of Ansible as JSON that keeps their types, for the oracles.

{"int": "1"}, {"float": "1.0"}, {"date": …}, {"dict": [[key, value], …]}; texts, lists, true, false and null are as in JSON.
An answer is a value ({"value": …}), an error's type and message ({"error": …, "message": …}), or {"omit": true}.
"""

import base64
import datetime

try:
    from ansible.errors import AnsibleValueOmittedError

    SEQUENCES = (list, tuple)
except ImportError:
    # Up to 2.18 a tuple stays one.
    SEQUENCES = (list,)

    class AnsibleValueOmittedError(Exception):
        pass


def answer_of(evaluate):
    """The answer that a function gives."""
    try:
        return {"value": tagged(evaluate())}
    except AnsibleValueOmittedError:
        return {"omit": True}
    except Exception as error:
        # Where Python finds its stack exhausted hangs on how deep it stood before.
        return {"error": type(error).__name__, "message": str(error).removesuffix(" while calling a Python object")}


def tagged(value):
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    if isinstance(value, int):
        return {"int": str(int(value))}
    if isinstance(value, float):
        return {"float": repr(float(value))}
    if isinstance(value, SEQUENCES):
        return [tagged(item) for item in value]
    if isinstance(value, dict):
        return {"dict": [[tagged(key), tagged(item)] for key, item in value.items()]}
    if isinstance(value, (datetime.datetime, datetime.date)):
        kind = "datetime" if isinstance(value, datetime.datetime) else "date"
        return {kind: value.isoformat()}
    if isinstance(value, bytes):
        return base64.b64encode(value).decode()
    if isinstance(value, datetime.time):
        return value.isoformat()
    return {"unsupported": str(type(value))}
