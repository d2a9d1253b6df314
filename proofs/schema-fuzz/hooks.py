"""What the fuzzer cannot know from the document: which values collide, and which refusals depend on stored state."""

from itertools import count

import schemathesis
from schemathesis.core.parameters import ParameterLocation
from schemathesis.generation.meta import TestPhase

# Valid in form, but rejected because of what is stored or signed: no schema can say which values these are. The fuzzer
# already knows 404 and 409 as such rejections. Each one dropped here is counted in its report.
REFUSED_BY_STATE = {
    "invalid_cursor",  # not one of the cursors this installation signed for this list
    "feed_truncated",  # a place in an event log that is no longer kept
    "parent_invalid",  # no such task
    "dependency_invalid",  # no such task, or one that waits for this one
    "schema_invalid",  # an object, and no JSON Schema that could be used
    "result_invalid",  # not what the task's own schema asks for
    "answer_invalid",  # not what the question's own schema or options ask for
    "time_zone_unknown",  # a name, and of no time zone
    "webhook_url_refused",  # a text, and no address that could be used
    "integration_fields_refused",  # fields of which the provider decides
    "provider_unknown",  # a name, and of nothing that is installed
    "integration_host_refused",  # an address, and none that could be used
    "credential_incomplete",  # secrets by names of which the provider decides
    "version_mismatch",  # the task is at another version
    "idempotency_key_reused",  # the key was used for another request
}

# Right in form, and too much together with what is stored: the message of `invalid_request` says so.
TOO_MUCH_AFTER_MERGING = "after the change"

# Each field of a question is right in form, and they do not go together: the document says so in words only.
QUESTION_RULES = ("is only allowed if ", "is required if ", "is the value of another option")

# Which custom fields there are, their types and choices is stored; what goes with a type, the document says in words only.
FIELD_RULES = (
    "must name a custom field", "has no choice ", "must be compared with ", "from and to are for ",
    "is required when type is choice", "cannot be set for the type ", "no key can be made from this name",
)

# The same for the rule of a schedule: what a frequency does not use is rejected.
SCHEDULE_RULES = ("is only allowed with frequency ", "must not be before starts_on")

# The agent whose token is sent too, see living-examples.ts. Claims are its own: the document cannot say that an API key
# has to name an agent, nor which agents there are.
AGENT = "fuzz-agent"

# What the coverage phase writes where nothing but a length or a pattern is asked for.
SMALLEST = "0"

# The fuzzer writes lengths into patterns, and `[^\u0000]{0,100000}` takes a second and 100 MB to compile each time a
# schema with it is used. It leaves the second pattern as it is, which matches the same texts.
NO_NUL = "^[^\\u0000]*$"
NO_NUL_AS_IT_IS = "^([^\\u0000]+)?$"
LONG = 10_000

serial = count(1)


@schemathesis.hook
def before_load_schema(context, raw_schema):
    open_parts = [raw_schema]
    while open_parts:
        part = open_parts.pop()
        if isinstance(part, dict):
            if part.get("pattern") == NO_NUL and part.get("maxLength", 0) > LONG:
                part["pattern"] = NO_NUL_AS_IT_IS
            open_parts.extend(part.values())
        elif isinstance(part, list):
            open_parts.extend(part)


@schemathesis.hook
def filter_failure(context, failure, case, response):
    if "ensure_resource_availability" in failure.checks:
        return path_names_missing(case, response.json())
    if "positive_data_acceptance" not in failure.checks:
        return True
    if follows_null(case):
        return False
    problem = response.json()
    return problem.get("code") not in REFUSED_BY_STATE and not (
        exceeds_after_merging(problem)
        or breaks_question_rule(case, problem)
        or breaks_schedule_rule(case, problem)
        or breaks_field_rule(problem)
    )


def path_names_missing(case, problem):
    """Otherwise the body names an object that does not exist, and the created one in the path was found."""
    kind = problem.get("code", "").removesuffix("_not_found")
    return f"{{{kind}}}" in case.operation.path


def follows_null(case):
    """The fuzzer links operations by their fields, and writes `None` into the path for a field that is null."""
    is_stateful = case.meta.phase.name == TestPhase.STATEFUL
    return is_stateful and any(value in (None, "None") for value in case.path_parameters.values())


def breaks_field_rule(problem):
    errors = problem.get("errors", [])
    return bool(errors) and all(
        error["pointer"].startswith(("/fields/", "/choices/"))
        or any(rule in error["message"] for rule in FIELD_RULES)
        for error in errors
    )


def exceeds_after_merging(problem):
    errors = problem.get("errors", [])
    return bool(errors) and all(error["message"].endswith(TOO_MUCH_AFTER_MERGING) for error in errors)


def breaks_question_rule(case, problem):
    errors = problem.get("errors", [])
    is_question = case.operation.path.endswith("/runs/{run}/questions")
    return is_question and bool(errors) and all(error["message"].startswith(QUESTION_RULES) for error in errors)


def breaks_schedule_rule(case, problem):
    errors = problem.get("errors", [])
    is_schedule = case.operation.path.startswith("/api/schedules")
    return is_schedule and bool(errors) and all(error["message"].startswith(SCHEDULE_RULES) for error in errors)


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
        if case.operation.path.endswith("/claim"):
            case.body = claim_now(case.body)
        if isinstance(case.body.get("headers"), dict):
            case.body = {**case.body, "headers": each_once(case.body["headers"])}
    return case


def claim_now(body):
    """A claim of the agent that exists, and without the wait for a task, which is longer than the fuzzer waits."""
    return {**body, "agent": AGENT, **({"wait_seconds": 0} if "wait_seconds" in body else {})}


def each_once(headers):
    """Names of headers that differ in case only are the same name, which no schema can say."""
    return dict({name.lower(): (name, value) for name, value in headers.items()}.values())


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
