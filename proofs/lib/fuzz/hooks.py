"""What the fuzzer cannot know from the document: which values collide, and which refusals depend on stored state."""

from itertools import count

import schemathesis

# Right in form, and refused for what is stored or signed: no schema can say which values these are. The fuzzer knows
# 404 and 409 as such refusals by itself. Each one dropped here is counted in its report.
REFUSED_BY_STATE = {
    "invalid_cursor",  # not one of the cursors this installation signed for this list
    "parent_invalid",  # no such task
    "version_mismatch",  # the task is at another version
    "idempotency_key_reused",  # the key was used for another request
}

serial = count(1)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if "positive_data_acceptance" not in failure.checks:
        return True
    return response.json().get("code") not in REFUSED_BY_STATE


@schemathesis.hook
def filter_case(context, case):
    """Everybody needs the objects that the document's examples name; generated sequences delete objects of their own."""
    return case.method != "DELETE" or not names_example(case)


def names_example(case):
    parameters = case.operation.definition.raw["parameters"]
    examples = [example for parameter in parameters for example in parameter["schema"].get("examples", [])]
    return any(value in examples for value in case.path_parameters.values())


@schemathesis.hook
def map_case(context, case):
    """The coverage phase writes the same small value into every case, so that all but the first would collide."""
    if case.headers.get("Idempotency-Key") == "0":
        case.headers["Idempotency-Key"] = f"key-{next(serial)}"
    # It knows no header values but letters and digits, and an entity tag has neither: `0` is its way to give up.
    if case.headers.get("If-Match") == "0":
        case.headers["If-Match"] = "*"
    if isinstance(case.body, dict):
        case.body = with_own_reference(case.body)
    return case


def with_own_reference(body):
    if body.get("external_id") == "0":
        return {**body, "external_id": f"ref-{next(serial)}"}
    if isinstance(body.get("items"), list):
        return {**body, "items": [with_own_create(item) for item in body["items"]]}
    return body


def with_own_create(item):
    if isinstance(item, dict) and isinstance(item.get("create"), dict):
        return {**item, "create": with_own_reference(item["create"])}
    return item
