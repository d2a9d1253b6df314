"""What the fuzzer cannot know from the document: which values collide, and which refusals depend on stored state."""

from itertools import count

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

# Right in form, and refused for what is stored or signed: no schema can say which values these are. The fuzzer knows
# 404 and 409 as such refusals by itself. Each one dropped here is counted in its report.
REFUSED_BY_STATE = {
    "invalid_cursor",  # not one of the cursors this installation signed for this list
    "feed_truncated",  # a place in an event log that is no longer kept
    "parent_invalid",  # no such task
    "time_zone_unknown",  # a name, and of no time zone
    "webhook_url_refused",  # a text, and no address that could be used
    "integration_fields_refused",  # fields of which the provider decides
    "provider_unknown",  # a name, and of nothing that is installed
    "integration_host_refused",  # an address, and none that could be used
    "credential_incomplete",  # secrets by names of which the provider decides
    "version_mismatch",  # the task is at another version
    "idempotency_key_reused",  # the key was used for another request
}

# What the coverage phase writes where nothing but a length or a pattern is asked for.
SMALLEST = "0"

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
    """Gives valid cases keys and references of their own where a second use would be another case than the first.

    The coverage phase writes the same small value into each case, so that all but the first would collide. The
    stateful phase repeats its steps and gives up, silently, when the same step ends in another way.
    """
    repeats = case.meta.phase.name == TestPhase.STATEFUL
    # The coverage phase knows no header values but letters and digits; an entity tag has others, so it gives up.
    if case.headers.get("If-Match") == SMALLEST:
        case.headers["If-Match"] = "*"
    if not case.meta.is_negative_at(ParameterLocation.HEADER) and "Idempotency-Key" in case.headers:
        case.headers["Idempotency-Key"] = own(case.headers["Idempotency-Key"], repeats)
    if not case.meta.is_negative_at(ParameterLocation.PATH) and repeats and "external_id" in case.path_parameters:
        case.path_parameters["external_id"] = own(case.path_parameters["external_id"], repeats)
    if not case.meta.is_negative_at(ParameterLocation.BODY) and isinstance(case.body, dict):
        case.body = own_reference(case.body, repeats)
    return case


def own(value, repeats):
    # Short enough for whatever it is added to, and for the number behind it.
    return f"{value[:200]}-{next(serial)}" if repeats or value == SMALLEST else value


def own_reference(body, repeats):
    if "external_id" in body:
        return {**body, "external_id": own(body["external_id"], repeats)}
    if "items" in body:
        return {**body, "items": [own_item(item, repeats) for item in body["items"]]}
    return body


def own_item(item, repeats):
    return {**item, "create": own_reference(item["create"], repeats)} if "create" in item else item
