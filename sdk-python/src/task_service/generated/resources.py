"""Written by `npm run gen` from the API schema. Do not edit."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, BinaryIO

from ..paged_list import PagedList
from ..request_options import NOT_GIVEN, NotGiven, RequestOptions
from ..response import HttpResponse
from ..transport import CallInput, HttpTransport, Route
from .types import (
    Activity,
    ActorKind,
    Agent,
    AgentChangeDayBudget,
    AgentChangeRunBudget,
    AgentCreateDayBudget,
    AgentCreateRunBudget,
    AgentToken,
    AgentTokenWithSecret,
    AgentWrites,
    AnswerLink,
    Approval,
    ApprovalEditCommentsItem,
    ApprovalState,
    Attachment,
    AuditAction,
    AuditEntry,
    BulkItem,
    BulkMode,
    BulkResponse,
    ChangedWebhook,
    ChoiceKind,
    Claimed,
    ClaimedTask,
    Comment,
    Confirmation,
    Conflict,
    ConflictState,
    ConnectionCheck,
    Connector,
    ConnectorActivity,
    ConnectorStatements,
    ConnectorWithToken,
    DeliveriesResendResult,
    Delivery,
    DeliveryStatus,
    DeliveryWithAttempts,
    EdgeJob,
    EdgeJobState,
    EdgeJobWithRows,
    EffectPreview,
    EventType,
    EventTypeEntry,
    EventTypeSelector,
    ExportFormat,
    FacetField,
    FailuresRetried,
    Field,
    FieldChangeRequestChoicesItem,
    FieldCreateChoicesItem,
    FieldMapping,
    FieldType,
    FilterTestResult,
    Frequency,
    HeartbeatPlanItem,
    HeartbeatResponse,
    HeartbeatUsage,
    Import,
    ImportDelimiter,
    ImportFormat,
    ImportValidationDefaults,
    ImportValidationMappingItem,
    InboundMessage,
    InitialStatus,
    Integration,
    Language,
    Link,
    LinkExplanation,
    LinkState,
    MappingPreview,
    OpenApiDocument,
    Ordering,
    Overview,
    OverviewRange,
    Ping,
    Priority,
    Progress,
    Provider,
    Question,
    QuestionCreateOnTimeout,
    QuestionCreateOptionsItem,
    QuestionKind,
    QuestionState,
    QueueHistory,
    QueueState,
    RecoveryResult,
    RecoveryScope,
    RemoteChoice,
    Run,
    RunState,
    SampleEvent,
    Schedule,
    ScheduleRuleInput,
    ScheduleUpcoming,
    Settings,
    Status,
    SyncAsked,
    SyncFailure,
    SyncRun,
    SystemInfo,
    Task,
    TaskChangeChecklistItem,
    TaskCounts,
    TaskCreateChecklistItem,
    TaskFacets,
    TaskFlow,
    TaskGrouping,
    TaskServiceEvent,
    TaskUpsertChecklistItem,
    Template,
    TemplateChangeTask,
    TemplateTask,
    TemplateUseChecklistItem,
    View,
    ViewChangeQuery,
    ViewKind,
    ViewQuery,
    Webhook,
    WebhookHealth,
    WebhookHealthDetail,
    WebhookRetryResult,
    WebhookWithSecret,
    WeekStart,
    Weekday,
    Winner,
    WriteBack,
    WriteBackState,
)

class SystemResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def ping(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> Ping:
        """Ping the API.

        Returns 200 when your API key is valid and the server is accepting requests.

        `GET /api/ping`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: Ping = self._api.send(Route("system.ping", "GET", "/ping"), _input)
        return _result

    def openapi(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> OpenApiDocument:
        """Get the OpenAPI document.

        This document, as the running version serves it. Its `servers` has the public URL if one is configured.

        `GET /api/openapi.json`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: OpenApiDocument = self._api.send(Route("system.openapi", "GET", "/openapi.json"), _input)
        return _result

    def info(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> SystemInfo:
        """Get system information.

        Versions, API keys, storage, retention and limits. Contains no secrets and no data of other tenants.

        `GET /api/system`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: SystemInfo = self._api.send(Route("system.info", "GET", "/system"), _input)
        return _result


class TasksResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        sort: str | NotGiven = NOT_GIVEN,
        status: Sequence[Status] | NotGiven = NOT_GIVEN,
        priority: Sequence[Priority] | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        label: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | NotGiven = NOT_GIVEN,
        unassigned: bool | NotGiven = NOT_GIVEN,
        delegate: str | NotGiven = NOT_GIVEN,
        delegated: bool | NotGiven = NOT_GIVEN,
        parent: str | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        has_source: bool | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        confirmation: Confirmation | NotGiven = NOT_GIVEN,
        created_since: datetime | str | NotGiven = NOT_GIVEN,
        created_before: datetime | str | NotGiven = NOT_GIVEN,
        updated_since: datetime | str | NotGiven = NOT_GIVEN,
        updated_before: datetime | str | NotGiven = NOT_GIVEN,
        due_since: datetime | str | NotGiven = NOT_GIVEN,
        due_before: datetime | str | NotGiven = NOT_GIVEN,
        field: Sequence[str] | NotGiven = NOT_GIVEN,
        q: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Task]:
        """List tasks.

        Newest first unless `sort` is given. Pages never repeat or skip a task.

        `GET /api/tasks`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            sort: Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions.
            status: Any of these statuses; repeatable
            priority: Any of these priorities; repeatable
            queue: Queue of the task
            label: All of these labels; repeatable
            assignee: Person responsible for the task
            unassigned: true: only unassigned tasks; false: only assigned tasks
            delegate: Agent that works on the task
            delegated: true: only tasks with a delegate; false: only tasks without
            parent: Task ID (`tsk_…`) or number (`T-142`)
            source: External system of the task; unique per tenant together with `external_id`
            has_source: true: only tasks with a source; false: only tasks without
            integration: Tasks that this integration created; `none`: tasks that no integration created
            confirmation: Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has.
            created_since: Created at or after
            created_before: Created before
            updated_since: Updated at or after
            updated_before: Updated before
            due_since: Due at or after
            due_before: Due before
            field: Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents.
            q: Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "sort": sort, "status": status, "priority": priority, "queue": queue, "label": label, "assignee": assignee, "unassigned": unassigned, "delegate": delegate, "delegated": delegated, "parent": parent, "source": source, "has_source": has_source, "integration": integration, "confirmation": confirmation, "created_since": created_since, "created_before": created_before, "updated_since": updated_since, "updated_before": updated_before, "due_since": due_since, "due_before": due_before, "field": field, "q": q},
            options=request_options,
        )
        _result: PagedList[Task] = self._api.list(Route("tasks.list", "GET", "/tasks"), _input)
        return _result

    def counts(
        self,
        *,
        group_by: TaskGrouping | NotGiven = NOT_GIVEN,
        up_to: int | NotGiven = NOT_GIVEN,
        status: Sequence[Status] | NotGiven = NOT_GIVEN,
        priority: Sequence[Priority] | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        label: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | NotGiven = NOT_GIVEN,
        unassigned: bool | NotGiven = NOT_GIVEN,
        delegate: str | NotGiven = NOT_GIVEN,
        delegated: bool | NotGiven = NOT_GIVEN,
        parent: str | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        has_source: bool | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        confirmation: Confirmation | NotGiven = NOT_GIVEN,
        created_since: datetime | str | NotGiven = NOT_GIVEN,
        created_before: datetime | str | NotGiven = NOT_GIVEN,
        updated_since: datetime | str | NotGiven = NOT_GIVEN,
        updated_before: datetime | str | NotGiven = NOT_GIVEN,
        due_since: datetime | str | NotGiven = NOT_GIVEN,
        due_before: datetime | str | NotGiven = NOT_GIVEN,
        field: Sequence[str] | NotGiven = NOT_GIVEN,
        q: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> TaskCounts:
        """Count tasks.

        Accepts the same filters as the list. Counts are exact up to `up_to`; above it they are lower bounds, and `is_at_least` is true.

        `GET /api/tasks/counts`

        Args:
            group_by: Count the tasks for each value of this field
            up_to: Count exactly up to this number; above it, counts are lower bounds
            status: Any of these statuses; repeatable
            priority: Any of these priorities; repeatable
            queue: Queue of the task
            label: All of these labels; repeatable
            assignee: Person responsible for the task
            unassigned: true: only unassigned tasks; false: only assigned tasks
            delegate: Agent that works on the task
            delegated: true: only tasks with a delegate; false: only tasks without
            parent: Task ID (`tsk_…`) or number (`T-142`)
            source: External system of the task; unique per tenant together with `external_id`
            has_source: true: only tasks with a source; false: only tasks without
            integration: Tasks that this integration created; `none`: tasks that no integration created
            confirmation: Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has.
            created_since: Created at or after
            created_before: Created before
            updated_since: Updated at or after
            updated_before: Updated before
            due_since: Due at or after
            due_before: Due before
            field: Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents.
            q: Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded
        """
        _input = CallInput(
            query={"group_by": group_by, "up_to": up_to, "status": status, "priority": priority, "queue": queue, "label": label, "assignee": assignee, "unassigned": unassigned, "delegate": delegate, "delegated": delegated, "parent": parent, "source": source, "has_source": has_source, "integration": integration, "confirmation": confirmation, "created_since": created_since, "created_before": created_before, "updated_since": updated_since, "updated_before": updated_before, "due_since": due_since, "due_before": due_before, "field": field, "q": q},
            options=request_options,
        )
        _result: TaskCounts = self._api.send(Route("tasks.counts", "GET", "/tasks/counts"), _input)
        return _result

    def facets(
        self,
        *,
        field: FacetField,
        prefix: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> TaskFacets:
        """List field values (facets).

        Distinct values of a field, alphabetically, for building filters.

        `GET /api/tasks/facets`

        Args:
            field: Field to list values of
            prefix: Only values that start with this text; case-insensitive
            limit: Maximum number of values
        """
        _input = CallInput(
            query={"field": field, "prefix": prefix, "limit": limit},
            options=request_options,
        )
        _result: TaskFacets = self._api.send(Route("tasks.facets", "GET", "/tasks/facets"), _input)
        return _result

    def export(
        self,
        *,
        column: Sequence[str] | NotGiven = NOT_GIVEN,
        view: str | NotGiven = NOT_GIVEN,
        bom: bool | NotGiven = NOT_GIVEN,
        sort: str | NotGiven = NOT_GIVEN,
        status: Sequence[Status] | NotGiven = NOT_GIVEN,
        priority: Sequence[Priority] | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        label: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | NotGiven = NOT_GIVEN,
        unassigned: bool | NotGiven = NOT_GIVEN,
        delegate: str | NotGiven = NOT_GIVEN,
        delegated: bool | NotGiven = NOT_GIVEN,
        parent: str | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        has_source: bool | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        confirmation: Confirmation | NotGiven = NOT_GIVEN,
        created_since: datetime | str | NotGiven = NOT_GIVEN,
        created_before: datetime | str | NotGiven = NOT_GIVEN,
        updated_since: datetime | str | NotGiven = NOT_GIVEN,
        updated_before: datetime | str | NotGiven = NOT_GIVEN,
        due_since: datetime | str | NotGiven = NOT_GIVEN,
        due_before: datetime | str | NotGiven = NOT_GIVEN,
        field: Sequence[str] | NotGiven = NOT_GIVEN,
        q: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Export tasks.

        Streams all matching tasks as comma-separated values (RFC 4180, UTF-8). Accepts the filters and sorts of the list. With the default sort every task appears once; with another one, a task that changes its position during the export can be missing or appear twice. An apostrophe precedes text that a spreadsheet would read as a formula. An interrupted download is incomplete.

        `GET /api/tasks/export`. Error codes: `view_not_found`

        Args:
            column: Columns in their order; repeatable. `field:` and a key is the value of a custom field. Without it: the columns of `view`, or all columns with custom fields as JSON in `fields`.
            view: Filters, sort order and columns of this view. Other parameters replace those of the view.
            bom: Whether the file begins with a byte order mark, by which Excel recognizes UTF-8
            sort: Prefix `-` for descending. Ascending priority starts with urgent; tasks without a due date sort as due last. `field:` and a key sort by a custom field, choices in their order; tasks without a value come last in both directions.
            status: Any of these statuses; repeatable
            priority: Any of these priorities; repeatable
            queue: Queue of the task
            label: All of these labels; repeatable
            assignee: Person responsible for the task
            unassigned: true: only unassigned tasks; false: only assigned tasks
            delegate: Agent that works on the task
            delegated: true: only tasks with a delegate; false: only tasks without
            parent: Task ID (`tsk_…`) or number (`T-142`)
            source: External system of the task; unique per tenant together with `external_id`
            has_source: true: only tasks with a source; false: only tasks without
            integration: Tasks that this integration created; `none`: tasks that no integration created
            confirmation: Completed tasks of integrations. `pending`: the external system has not confirmed the completion yet. `confirmed`: it has.
            created_since: Created at or after
            created_before: Created before
            updated_since: Updated at or after
            updated_before: Updated before
            due_since: Due at or after
            due_before: Due before
            field: Custom fields by their key: `severity:is:high`; `amount:from:10` and `amount:to:20` for numbers and dates, both inclusive; `customer:set` and `customer:unset`. Repeatable: several `is` of one field match any of them, everything else must match together. Texts are compared without case and accents.
            q: Search without case and accents: parts of words in title, external ID, labels and fields, beginnings of words in the description; supports "quoted phrase", or, -excluded
        """
        _input = CallInput(
            query={"column": column, "view": view, "bom": bom, "sort": sort, "status": status, "priority": priority, "queue": queue, "label": label, "assignee": assignee, "unassigned": unassigned, "delegate": delegate, "delegated": delegated, "parent": parent, "source": source, "has_source": has_source, "integration": integration, "confirmation": confirmation, "created_since": created_since, "created_before": created_before, "updated_since": updated_since, "updated_before": updated_before, "due_since": due_since, "due_before": due_before, "field": field, "q": q},
            options=request_options,
        )
        return self._api.open(Route("tasks.export", "GET", "/tasks/export"), _input)

    def create(
        self,
        *,
        title: str,
        status: InitialStatus | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        priority: Priority | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        labels: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | None | NotGiven = NOT_GIVEN,
        delegate: str | None | NotGiven = NOT_GIVEN,
        parent_id: str | None | NotGiven = NOT_GIVEN,
        due_at: datetime | str | None | NotGiven = NOT_GIVEN,
        not_before: datetime | str | None | NotGiven = NOT_GIVEN,
        fairness_key: str | NotGiven = NOT_GIVEN,
        blocked_by: Sequence[str] | NotGiven = NOT_GIVEN,
        output_schema: dict[str, Any] | NotGiven = NOT_GIVEN,
        checklist: Sequence[TaskCreateChecklistItem] | NotGiven = NOT_GIVEN,
        input: Any = NOT_GIVEN,
        result: Any = NOT_GIVEN,
        fields: dict[str, Any] | NotGiven = NOT_GIVEN,
        source: str | NotGiven = NOT_GIVEN,
        external_id: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Create a task.

        Only `title` is required. Send an `Idempotency-Key` so that a retry does not create a second task, or `source` and `external_id`, which are unique together.

        `POST /api/tasks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `parent_invalid`, `dependency_invalid`, `schema_invalid`, `reference_taken`

        Args:
            title: Title of the task
            status: Initial status. Default: `ready`
            description: Description in Markdown
            priority: Priority of the task
            queue: Queue of the task
            labels: Labels
            assignee: Person responsible for the task
            delegate: Agent that works on the task
            parent_id: Parent task: ID (`tsk_…`) or number (`T-142`)
            due_at: Due date
            not_before: Earliest start
            fairness_key: Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has
            blocked_by: Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again.
            output_schema: JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema.
            checklist: Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost.
            input: Input of the work
            result: Result of the work
            fields: Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked.
            source: External system of the task; unique per tenant together with `external_id`
            external_id: ID of the task in the external system
        """
        _input = CallInput(
            body={"title": title, "status": status, "description": description, "priority": priority, "queue": queue, "labels": labels, "assignee": assignee, "delegate": delegate, "parent_id": parent_id, "due_at": due_at, "not_before": not_before, "fairness_key": fairness_key, "blocked_by": blocked_by, "output_schema": output_schema, "checklist": checklist, "input": input, "result": result, "fields": fields, "source": source, "external_id": external_id},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Task = self._api.send(Route("tasks.create", "POST", "/tasks", retry="key"), _input)
        return _result

    def bulk(
        self,
        *,
        items: Sequence[BulkItem],
        mode: BulkMode | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> BulkResponse:
        """Bulk create and update tasks.

        Up to 500 items. Atomic by default: if one item fails, none is applied. With `"mode": "best_effort"` each item succeeds or fails on its own, and the response is 200 with a result per item.

        `POST /api/tasks/bulk`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `bulk_not_applied`

        Args:
            mode: `atomic`: all items or none. `best_effort`: each item on its own. Default: `atomic`
            items: Each item has either `create` or `update`
        """
        _input = CallInput(
            body={"mode": mode, "items": items},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: BulkResponse = self._api.send(Route("tasks.bulk", "POST", "/tasks/bulk", retry="key"), _input)
        return _result

    def get(
        self,
        task: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Get a task.

        By ID (`tsk_…`) or by number (`T-142`).

        `GET /api/tasks/{task}`. Error codes: `task_not_found`
        """
        _input = CallInput(
            params={"task": task},
            options=request_options,
        )
        _result: Task = self._api.send(Route("tasks.get", "GET", "/tasks/{task}"), _input)
        return _result

    def update(
        self,
        task: str,
        *,
        title: str | NotGiven = NOT_GIVEN,
        status: Status | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        priority: Priority | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        labels: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | None | NotGiven = NOT_GIVEN,
        delegate: str | None | NotGiven = NOT_GIVEN,
        parent_id: str | None | NotGiven = NOT_GIVEN,
        due_at: datetime | str | None | NotGiven = NOT_GIVEN,
        not_before: datetime | str | None | NotGiven = NOT_GIVEN,
        fairness_key: str | NotGiven = NOT_GIVEN,
        blocked_by: Sequence[str] | NotGiven = NOT_GIVEN,
        output_schema: dict[str, Any] | NotGiven = NOT_GIVEN,
        checklist: Sequence[TaskChangeChecklistItem] | NotGiven = NOT_GIVEN,
        input: Any = NOT_GIVEN,
        result: Any = NOT_GIVEN,
        fields: dict[str, Any] | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Update a task.

        Partial update (JSON Merge Patch). Changing `status` follows the transition rules.

        `PATCH /api/tasks/{task}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `task_not_found`, `transition_not_allowed`, `version_mismatch`, `parent_invalid`, `dependency_invalid`, `schema_invalid`

        Args:
            title: Title of the task
            status: Status of the task
            description: Description in Markdown
            priority: Priority of the task
            queue: Queue of the task
            labels: Labels
            assignee: Person responsible for the task
            delegate: Agent that works on the task
            parent_id: Parent task: ID (`tsk_…`) or number (`T-142`)
            due_at: Due date
            not_before: Earliest start
            fairness_key: Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has
            blocked_by: Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again.
            output_schema: JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema.
            checklist: Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost.
            input: Input of the work
            result: Result of the work
            fields: Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked.
        """
        _input = CallInput(
            params={"task": task},
            body={"title": title, "status": status, "description": description, "priority": priority, "queue": queue, "labels": labels, "assignee": assignee, "delegate": delegate, "parent_id": parent_id, "due_at": due_at, "not_before": not_before, "fairness_key": fairness_key, "blocked_by": blocked_by, "output_schema": output_schema, "checklist": checklist, "input": input, "result": result, "fields": fields},
            if_match=if_match,
            options=request_options,
        )
        _result: Task = self._api.send(Route("tasks.change", "PATCH", "/tasks/{task}"), _input)
        return _result

    def delete(
        self,
        task: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a task.

        Also deletes its comments and attachments. Subtasks are kept and become top-level tasks.

        `DELETE /api/tasks/{task}`. Error codes: `task_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"task": task},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("tasks.remove", "DELETE", "/tasks/{task}"), _input)

    def transition(
        self,
        task: str,
        *,
        to: Status,
        result: Any = NOT_GIVEN,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Transition a task.

        Moves the task to another status. If the transition is not allowed, the response is 409 and lists those that are.

        `POST /api/tasks/{task}/transitions`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `transition_not_allowed`, `version_mismatch`

        Args:
            to: Status of the task
            result: Result of the work
        """
        _input = CallInput(
            params={"task": task},
            body={"to": to, "result": result},
            idempotency_key=idempotency_key,
            if_match=if_match,
            options=request_options,
        )
        _result: Task = self._api.send(Route("tasks.transition", "POST", "/tasks/{task}/transitions", retry="key"), _input)
        return _result

    def upsert(
        self,
        source: str,
        external_id: str,
        *,
        title: str,
        status: Status | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        priority: Priority | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        labels: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | None | NotGiven = NOT_GIVEN,
        delegate: str | None | NotGiven = NOT_GIVEN,
        parent_id: str | None | NotGiven = NOT_GIVEN,
        due_at: datetime | str | None | NotGiven = NOT_GIVEN,
        not_before: datetime | str | None | NotGiven = NOT_GIVEN,
        fairness_key: str | NotGiven = NOT_GIVEN,
        blocked_by: Sequence[str] | NotGiven = NOT_GIVEN,
        output_schema: dict[str, Any] | NotGiven = NOT_GIVEN,
        checklist: Sequence[TaskUpsertChecklistItem] | NotGiven = NOT_GIVEN,
        input: Any = NOT_GIVEN,
        result: Any = NOT_GIVEN,
        fields: dict[str, Any] | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Upsert a task by external reference.

        Safe to retry: `source` and `external_id` are unique together, so there is never a second task.

        `PUT /api/tasks/by-ref/{source}/{external_id}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `transition_not_allowed`, `version_mismatch`, `parent_invalid`, `dependency_invalid`, `schema_invalid`

        Args:
            title: Title of the task
            status: Status of the task
            description: Description in Markdown
            priority: Priority of the task
            queue: Queue of the task
            labels: Labels
            assignee: Person responsible for the task
            delegate: Agent that works on the task
            parent_id: Parent task: ID (`tsk_…`) or number (`T-142`)
            due_at: Due date
            not_before: Earliest start
            fairness_key: Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has
            blocked_by: Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again.
            output_schema: JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema.
            checklist: Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost.
            input: Input of the work
            result: Result of the work
            fields: Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked.
        """
        _input = CallInput(
            params={"source": source, "external_id": external_id},
            body={"title": title, "status": status, "description": description, "priority": priority, "queue": queue, "labels": labels, "assignee": assignee, "delegate": delegate, "parent_id": parent_id, "due_at": due_at, "not_before": not_before, "fairness_key": fairness_key, "blocked_by": blocked_by, "output_schema": output_schema, "checklist": checklist, "input": input, "result": result, "fields": fields},
            if_match=if_match,
            options=request_options,
        )
        _result: Task = self._api.send(Route("tasks.upsert", "PUT", "/tasks/by-ref/{source}/{external_id}"), _input)
        return _result

    def activity(
        self,
        task: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Activity]:
        """List task activity.

        What happened to the task: changes with the values before and after, and who made them.

        `GET /api/tasks/{task}/activity`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"task": task},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Activity] = self._api.list(Route("tasks.activity", "GET", "/tasks/{task}/activity"), _input)
        return _result


class CommentsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        task: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Comment]:
        """List comments.

        Oldest first.

        `GET /api/tasks/{task}/comments`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"task": task},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Comment] = self._api.list(Route("comments.list", "GET", "/tasks/{task}/comments"), _input)
        return _result

    def create(
        self,
        task: str,
        *,
        body: str,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Comment:
        """Create a comment.

        The text is Markdown. `@[Name](user:usr_…)` mentions a user or an agent.

        `POST /api/tasks/{task}/comments`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`

        Args:
            body: Comment in Markdown. Mention a user with `@[Ada](user:usr_…)` and an agent with `@[refund-agent](agent:refund-agent)`.
        """
        _input = CallInput(
            params={"task": task},
            body={"body": body},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Comment = self._api.send(Route("comments.create", "POST", "/tasks/{task}/comments", retry="key"), _input)
        return _result

    def get(
        self,
        task: str,
        comment: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Comment:
        """Get a comment.

        A comment of this task, with its author and mentions.

        `GET /api/tasks/{task}/comments/{comment}`. Error codes: `task_not_found`, `comment_not_found`
        """
        _input = CallInput(
            params={"task": task, "comment": comment},
            options=request_options,
        )
        _result: Comment = self._api.send(Route("comments.get", "GET", "/tasks/{task}/comments/{comment}"), _input)
        return _result

    def update(
        self,
        task: str,
        comment: str,
        *,
        body: str,
        request_options: RequestOptions | None = None,
    ) -> Comment:
        """Update a comment.

        Only its author can edit a comment. A comment written with one API key can be edited with any API key of the tenant.

        `PATCH /api/tasks/{task}/comments/{comment}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `task_not_found`, `comment_not_found`, `comment_not_yours`

        Args:
            body: Comment in Markdown. Mention a user with `@[Ada](user:usr_…)` and an agent with `@[refund-agent](agent:refund-agent)`.
        """
        _input = CallInput(
            params={"task": task, "comment": comment},
            body={"body": body},
            options=request_options,
        )
        _result: Comment = self._api.send(Route("comments.change", "PATCH", "/tasks/{task}/comments/{comment}"), _input)
        return _result

    def delete(
        self,
        task: str,
        comment: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a comment.

        Users can delete any comment. API keys can delete comments that were not written by a user.

        `DELETE /api/tasks/{task}/comments/{comment}`. Error codes: `task_not_found`, `comment_not_found`, `comment_not_yours`
        """
        _input = CallInput(
            params={"task": task, "comment": comment},
            options=request_options,
        )
        self._api.send(Route("comments.remove", "DELETE", "/tasks/{task}/comments/{comment}"), _input)


class AttachmentsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        task: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Attachment]:
        """List attachments.

        Names, sizes and media types, without the contents.

        `GET /api/tasks/{task}/attachments`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"task": task},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Attachment] = self._api.list(Route("attachments.list", "GET", "/tasks/{task}/attachments"), _input)
        return _result

    def create(
        self,
        task: str,
        file: bytes | BinaryIO,
        *,
        name: str,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Attachment:
        """Attach a file.

        The body is the file itself, up to 25 MiB by default, not a form. Responds when the whole file is stored. An interrupted upload leaves nothing behind.

        `POST /api/tasks/{task}/attachments`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `unsupported_media_type`, `body_too_large`, `task_not_found`, `attachment_limit_reached`, `attachment_quota_reached`

        Args:
            name: File name, without a path
        """
        _input = CallInput(
            params={"task": task},
            file=file,
            query={"name": name},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Attachment = self._api.send(Route("attachments.create", "POST", "/tasks/{task}/attachments", retry="key"), _input)
        return _result

    def get(
        self,
        task: str,
        attachment: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Attachment:
        """Get an attachment.

        Name, size, media type and digest. The content is at `/content`.

        `GET /api/tasks/{task}/attachments/{attachment}`. Error codes: `task_not_found`, `attachment_not_found`
        """
        _input = CallInput(
            params={"task": task, "attachment": attachment},
            options=request_options,
        )
        _result: Attachment = self._api.send(Route("attachments.get", "GET", "/tasks/{task}/attachments/{attachment}"), _input)
        return _result

    def content(
        self,
        task: str,
        attachment: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Download an attachment.

        Always `Content-Disposition: attachment`. The type is `application/octet-stream`, or `image_type` if it is set. `ETag` is the SHA-256 of the content.

        `GET /api/tasks/{task}/attachments/{attachment}/content`. Error codes: `task_not_found`, `attachment_not_found`
        """
        _input = CallInput(
            params={"task": task, "attachment": attachment},
            options=request_options,
        )
        return self._api.open(Route("attachments.content", "GET", "/tasks/{task}/attachments/{attachment}/content"), _input)

    def delete(
        self,
        task: str,
        attachment: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete an attachment.

        The file cannot be restored.

        `DELETE /api/tasks/{task}/attachments/{attachment}`. Error codes: `task_not_found`, `attachment_not_found`
        """
        _input = CallInput(
            params={"task": task, "attachment": attachment},
            options=request_options,
        )
        self._api.send(Route("attachments.remove", "DELETE", "/tasks/{task}/attachments/{attachment}"), _input)


class EventsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        after: str | NotGiven = NOT_GIVEN,
        limit: int | NotGiven = NOT_GIVEN,
        type: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[TaskServiceEvent]:
        """List events.

        Oldest first, starting after `after`, or with the oldest retained event. Following `next_cursor` returns every event exactly once, in the same order for all readers.

        `GET /api/events`. Error codes: `invalid_cursor`, `feed_truncated`

        Args:
            after: `next_cursor` of an earlier response, or the `id` of an event in the stream
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            type: Only these event types; repeatable
        """
        _input = CallInput(
            query={"after": after, "limit": limit, "type": type},
            options=request_options,
        )
        _result: PagedList[TaskServiceEvent] = self._api.list(Route("events.list", "GET", "/events", cursor="after"), _input)
        return _result

    def stream(
        self,
        *,
        after: str | NotGiven = NOT_GIVEN,
        type: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Stream events (SSE).

        Server-sent events: `id` is a cursor, `event` the event type, `data` the same envelope as in the list. Starts with new events, or after `Last-Event-ID` or `after`. A comment is sent every 15 s to keep the connection open.

        `GET /api/events/stream`. Error codes: `invalid_cursor`, `feed_truncated`, `too_many_streams`

        Args:
            after: `next_cursor` of an earlier response, or the `id` of an event in the stream
            type: Only these event types; repeatable
        """
        _input = CallInput(
            query={"after": after, "type": type},
            options=request_options,
        )
        return self._api.open(Route("events.stream", "GET", "/events/stream", cursor="after"), _input)

    def types(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> PagedList[EventTypeEntry]:
        """List event types.

        Every type of event with its JSON Schema and an example.

        `GET /api/event-types`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: PagedList[EventTypeEntry] = self._api.list(Route("events.types", "GET", "/event-types"), _input)
        return _result


class FieldsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Field]:
        """List custom fields.

        Archived fields are included.

        `GET /api/fields`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Field] = self._api.list(Route("fields.list", "GET", "/fields"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        type: FieldType,
        key: str | NotGiven = NOT_GIVEN,
        choices: Sequence[FieldCreateChoicesItem] | NotGiven = NOT_GIVEN,
        position: int | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Field:
        """Create a custom field.

        Tasks that have a value under the key already are found by it at once, if the value fits the type.

        `POST /api/fields`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `field_key_taken`, `field_limit_reached`

        Args:
            name: Display name
            type: Type of the values: text (up to 1000 characters), number, date (`2026-11-15`), choice, person (as `assignee`), or an http or https URL
            key: Name of the value in `fields` of a task. Made from `name` if it is omitted.
            choices: Choices in their order, only for the type `choice`
            position: Position among the fields; the others keep their order
        """
        _input = CallInput(
            body={"name": name, "type": type, "key": key, "choices": choices, "position": position},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Field = self._api.send(Route("fields.create", "POST", "/fields", retry="key"), _input)
        return _result

    def get(
        self,
        field: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Field:
        """Get a custom field.

        Name, type, key and choices of the field.

        `GET /api/fields/{field}`. Error codes: `field_not_found`
        """
        _input = CallInput(
            params={"field": field},
            options=request_options,
        )
        _result: Field = self._api.send(Route("fields.get", "GET", "/fields/{field}"), _input)
        return _result

    def update(
        self,
        field: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        choices: Sequence[FieldChangeRequestChoicesItem] | NotGiven = NOT_GIVEN,
        position: int | NotGiven = NOT_GIVEN,
        archived: bool | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Field:
        """Update a custom field.

        Partial update (JSON Merge Patch). The type and the key cannot be changed.

        `PATCH /api/fields/{field}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `field_not_found`, `version_mismatch`

        Args:
            name: Display name
            choices: All choices in their order. One that is left out is removed; tasks that have its value keep it as plain data.
            position: Position among the fields; the others keep their order
            archived: true: tasks keep their values, and the dashboard no longer offers the field
        """
        _input = CallInput(
            params={"field": field},
            body={"name": name, "choices": choices, "position": position, "archived": archived},
            if_match=if_match,
            options=request_options,
        )
        _result: Field = self._api.send(Route("fields.change", "PATCH", "/fields/{field}"), _input)
        return _result

    def delete(
        self,
        field: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a custom field.

        Tasks keep the values as plain data in `fields`.

        `DELETE /api/fields/{field}`. Error codes: `field_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"field": field},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("fields.remove", "DELETE", "/fields/{field}"), _input)


class ViewsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[View]:
        """List views.

        Shared views and your own.

        `GET /api/views`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[View] = self._api.list(Route("views.list", "GET", "/views"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        kind: ViewKind | NotGiven = NOT_GIVEN,
        query: ViewQuery | NotGiven = NOT_GIVEN,
        columns: Sequence[str] | None | NotGiven = NOT_GIVEN,
        shared: bool | NotGiven = NOT_GIVEN,
        position: int | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> View:
        """Create a view.

        Saves filters, a sort order and a layout under a name.

        `POST /api/views`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`

        Args:
            name: Display name
            kind: Layout. Default: `list`
            query: Filters, sort order and grouping, as in the list of tasks
            columns: Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority.
            shared: true: visible to and editable by everyone in the tenant; false: private to the owner
            position: Position among the views; views with the same position are sorted by age, oldest first
        """
        _input = CallInput(
            body={"name": name, "kind": kind, "query": query, "columns": columns, "shared": shared, "position": position},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: View = self._api.send(Route("views.create", "POST", "/views", retry="key"), _input)
        return _result

    def get(
        self,
        view: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> View:
        """Get a view.

        The filters, the sort order and the layout of the view.

        `GET /api/views/{view}`. Error codes: `view_not_found`
        """
        _input = CallInput(
            params={"view": view},
            options=request_options,
        )
        _result: View = self._api.send(Route("views.get", "GET", "/views/{view}"), _input)
        return _result

    def update(
        self,
        view: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        kind: ViewKind | NotGiven = NOT_GIVEN,
        query: ViewChangeQuery | NotGiven = NOT_GIVEN,
        columns: Sequence[str] | None | NotGiven = NOT_GIVEN,
        shared: bool | NotGiven = NOT_GIVEN,
        position: int | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> View:
        """Update a view.

        Partial update (JSON Merge Patch). In `query`, null removes a filter.

        `PATCH /api/views/{view}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `view_not_found`, `version_mismatch`

        Args:
            name: Display name
            kind: Layout
            query: Filters to change; null removes one
            columns: Columns of the list and of its export, in their order: fields of a task, or custom fields such as `field:severity`; `null`: not chosen. The dashboard always shows number, title, status and priority.
            shared: true: visible to and editable by everyone in the tenant; false: private to the owner
            position: Position among the views; views with the same position are sorted by age, oldest first
        """
        _input = CallInput(
            params={"view": view},
            body={"name": name, "kind": kind, "query": query, "columns": columns, "shared": shared, "position": position},
            if_match=if_match,
            options=request_options,
        )
        _result: View = self._api.send(Route("views.change", "PATCH", "/views/{view}"), _input)
        return _result

    def delete(
        self,
        view: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a view.

        Tasks are not affected.

        `DELETE /api/views/{view}`. Error codes: `view_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"view": view},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("views.remove", "DELETE", "/views/{view}"), _input)


class TemplatesResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Template]:
        """List templates.

        Oldest first.

        `GET /api/templates`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Template] = self._api.list(Route("templates.list", "GET", "/templates"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        task: TemplateTask,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Template:
        """Create a template.

        Saves the fields of a task under a name, for people and for schedules.

        `POST /api/templates`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_limit_reached`

        Args:
            name: Display name
            task: Values of the task. Only `title` is required
        """
        _input = CallInput(
            body={"name": name, "task": task},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Template = self._api.send(Route("templates.create", "POST", "/templates", retry="key"), _input)
        return _result

    def get(
        self,
        template: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Template:
        """Get a template.

        The template with the fields of its task.

        `GET /api/templates/{template}`. Error codes: `template_not_found`
        """
        _input = CallInput(
            params={"template": template},
            options=request_options,
        )
        _result: Template = self._api.send(Route("templates.get", "GET", "/templates/{template}"), _input)
        return _result

    def update(
        self,
        template: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        task: TemplateChangeTask | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Template:
        """Update a template.

        Tasks that were created from it are not affected.

        `PATCH /api/templates/{template}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `template_not_found`, `version_mismatch`

        Args:
            name: Display name
            task: Values to change; null removes one
        """
        _input = CallInput(
            params={"template": template},
            body={"name": name, "task": task},
            if_match=if_match,
            options=request_options,
        )
        _result: Template = self._api.send(Route("templates.change", "PATCH", "/templates/{template}"), _input)
        return _result

    def delete(
        self,
        template: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a template.

        Tasks that were created from it are not affected.

        `DELETE /api/templates/{template}`. Error codes: `template_not_found`, `template_in_use`, `version_mismatch`
        """
        _input = CallInput(
            params={"template": template},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("templates.remove", "DELETE", "/templates/{template}"), _input)

    def create_task(
        self,
        template: str,
        *,
        title: str | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        priority: Priority | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        labels: Sequence[str] | NotGiven = NOT_GIVEN,
        assignee: str | None | NotGiven = NOT_GIVEN,
        delegate: str | None | NotGiven = NOT_GIVEN,
        due_at: datetime | str | None | NotGiven = NOT_GIVEN,
        not_before: datetime | str | None | NotGiven = NOT_GIVEN,
        fairness_key: str | NotGiven = NOT_GIVEN,
        output_schema: dict[str, Any] | NotGiven = NOT_GIVEN,
        checklist: Sequence[TemplateUseChecklistItem] | NotGiven = NOT_GIVEN,
        input: Any = NOT_GIVEN,
        result: Any = NOT_GIVEN,
        fields: dict[str, Any] | NotGiven = NOT_GIVEN,
        parent_id: str | None | NotGiven = NOT_GIVEN,
        blocked_by: Sequence[str] | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Create a task from a template.

        Fields of the body replace those of the template. The response is the created task.

        `POST /api/templates/{template}/tasks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_not_found`, `parent_invalid`, `dependency_invalid`, `schema_invalid`

        Args:
            title: Title of the task
            description: Description in Markdown
            priority: Priority of the task
            queue: Queue of the task
            labels: Labels
            assignee: Person responsible for the task
            delegate: Agent that works on the task
            due_at: Due date
            not_before: Earliest start
            fairness_key: Tasks of a queue with different keys, such as customers, are claimed in turns, however many tasks one key has
            output_schema: JSON Schema (2020-12) that the result of a run must match, up to 16 KiB; `{}` accepts any. An update replaces the whole schema.
            checklist: Checklist, in this order. An update replaces the whole list: send it with `If-Match`, so that no change of someone else is lost.
            input: Input of the work
            result: Result of the work
            fields: Custom fields by their key, and any other JSON. Values of fields that the tenant has defined are checked.
            parent_id: Parent task: ID (`tsk_…`) or number (`T-142`)
            blocked_by: Tasks that must be completed, canceled or deleted before this one can be claimed. Reopening one of them later does not block it again.
        """
        _input = CallInput(
            params={"template": template},
            body={"title": title, "description": description, "priority": priority, "queue": queue, "labels": labels, "assignee": assignee, "delegate": delegate, "due_at": due_at, "not_before": not_before, "fairness_key": fairness_key, "output_schema": output_schema, "checklist": checklist, "input": input, "result": result, "fields": fields, "parent_id": parent_id, "blocked_by": blocked_by},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Task = self._api.send(Route("templates.create_task", "POST", "/templates/{template}/tasks", retry="key"), _input)
        return _result


class SchedulesResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Schedule]:
        """List schedules.

        Oldest first, with the next occurrences of each.

        `GET /api/schedules`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Schedule] = self._api.list(Route("schedules.list", "GET", "/schedules"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        template_id: str,
        rule: ScheduleRuleInput,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Schedule:
        """Create a schedule.

        Creates a task from a template at each occurrence of the rule, exactly once.

        `POST /api/schedules`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `template_invalid`, `time_zone_unknown`, `schedule_limit_reached`

        Args:
            name: Display name
            template_id: Template of the tasks
            rule: When tasks are created. An update replaces the whole rule
        """
        _input = CallInput(
            body={"name": name, "template_id": template_id, "rule": rule},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Schedule = self._api.send(Route("schedules.create", "POST", "/schedules", retry="key"), _input)
        return _result

    def preview(
        self,
        *,
        frequency: Frequency,
        time: str,
        interval: int | NotGiven = NOT_GIVEN,
        weekdays: Sequence[Weekday] | NotGiven = NOT_GIVEN,
        day_of_month: int | NotGiven = NOT_GIVEN,
        month: int | NotGiven = NOT_GIVEN,
        time_zone: str | NotGiven = NOT_GIVEN,
        starts_on: str | NotGiven = NOT_GIVEN,
        ends_on: str | None | NotGiven = NOT_GIVEN,
        count: int | None | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> ScheduleUpcoming:
        """Preview the occurrences of a rule.

        The next occurrences of a rule that is not saved.

        `POST /api/schedules/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `time_zone_unknown`

        Args:
            frequency: How often
            interval: Every n days, weeks, months or years. Default: `1`
            weekdays: Only with `weekly`. Default: the weekday of `starts_on`
            day_of_month: Only with `monthly` and `yearly`. A month with fewer days uses its last day, so 31 is the last day of every month. Default: the day of `starts_on`
            month: Only with `yearly`. Default: the month of `starts_on`
            time: Time of day in `time_zone`. If clocks skip it, the occurrence is at the moment of the change; if it occurs twice, at the first.
            time_zone: IANA time zone name. Default: the time zone of the tenant
            starts_on: First day on which an occurrence is possible. Default: today
            ends_on: Last day on which an occurrence is possible
            count: The schedule ends after this many tasks
        """
        _input = CallInput(
            body={"frequency": frequency, "interval": interval, "weekdays": weekdays, "day_of_month": day_of_month, "month": month, "time": time, "time_zone": time_zone, "starts_on": starts_on, "ends_on": ends_on, "count": count},
            options=request_options,
        )
        _result: ScheduleUpcoming = self._api.send(Route("schedules.preview", "POST", "/schedules/preview"), _input)
        return _result

    def get(
        self,
        schedule: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Schedule:
        """Get a schedule.

        The rule, the next occurrences and the result of the last one.

        `GET /api/schedules/{schedule}`. Error codes: `schedule_not_found`
        """
        _input = CallInput(
            params={"schedule": schedule},
            options=request_options,
        )
        _result: Schedule = self._api.send(Route("schedules.get", "GET", "/schedules/{schedule}"), _input)
        return _result

    def update(
        self,
        schedule: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        template_id: str | NotGiven = NOT_GIVEN,
        rule: ScheduleRuleInput | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Schedule:
        """Update a schedule.

        A new rule applies to occurrences after the request.

        `PATCH /api/schedules/{schedule}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `schedule_not_found`, `template_invalid`, `time_zone_unknown`, `version_mismatch`

        Args:
            name: Display name
            template_id: Template of the tasks
            rule: When tasks are created. An update replaces the whole rule
        """
        _input = CallInput(
            params={"schedule": schedule},
            body={"name": name, "template_id": template_id, "rule": rule},
            if_match=if_match,
            options=request_options,
        )
        _result: Schedule = self._api.send(Route("schedules.change", "PATCH", "/schedules/{schedule}"), _input)
        return _result

    def delete(
        self,
        schedule: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a schedule.

        Its tasks and its template are kept.

        `DELETE /api/schedules/{schedule}`. Error codes: `schedule_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"schedule": schedule},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("schedules.remove", "DELETE", "/schedules/{schedule}"), _input)

    def pause(
        self,
        schedule: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Schedule:
        """Pause a schedule.

        It creates no tasks until it is resumed.

        `POST /api/schedules/{schedule}/pause`. Error codes: `schedule_not_found`
        """
        _input = CallInput(
            params={"schedule": schedule},
            options=request_options,
        )
        _result: Schedule = self._api.send(Route("schedules.pause", "POST", "/schedules/{schedule}/pause"), _input)
        return _result

    def resume(
        self,
        schedule: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Schedule:
        """Resume a schedule.

        Occurrences during the pause are skipped.

        `POST /api/schedules/{schedule}/resume`. Error codes: `schedule_not_found`
        """
        _input = CallInput(
            params={"schedule": schedule},
            options=request_options,
        )
        _result: Schedule = self._api.send(Route("schedules.resume", "POST", "/schedules/{schedule}/resume"), _input)
        return _result


class ImportsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Import]:
        """List imports.

        Newest first, with the progress of each.

        `GET /api/imports`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Import] = self._api.list(Route("imports.list", "GET", "/imports"), _input)
        return _result

    def create(
        self,
        file: bytes | BinaryIO,
        *,
        name: str,
        format: ImportFormat | NotGiven = NOT_GIVEN,
        delimiter: ImportDelimiter | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Import:
        """Upload a file to import.

        The body is the file itself, not a form. Responds with its columns and a suggested mapping; no task is created before `start`. An interrupted upload leaves nothing behind.

        `POST /api/imports`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `unsupported_media_type`, `import_file_invalid`, `import_limit_reached`, `import_quota_reached`

        Args:
            name: File name, without a path
            format: Without it: by the end of the name; `.csv` and `.tsv`, or `.jsonl` and `.ndjson`
            delimiter: Without it: the most frequent one in the header
        """
        _input = CallInput(
            file=file,
            query={"name": name, "format": format, "delimiter": delimiter},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Import = self._api.send(Route("imports.create", "POST", "/imports", retry="key"), _input)
        return _result

    def get(
        self,
        import_id: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Import:
        """Get an import.

        Its state, progress and result, and the first rejected rows.

        `GET /api/imports/{import_id}`. Error codes: `import_not_found`
        """
        _input = CallInput(
            params={"import_id": import_id},
            options=request_options,
        )
        _result: Import = self._api.send(Route("imports.get", "GET", "/imports/{import_id}"), _input)
        return _result

    def validate(
        self,
        import_id: str,
        *,
        mapping: Sequence[ImportValidationMappingItem] | NotGiven = NOT_GIVEN,
        defaults: ImportValidationDefaults | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Import:
        """Start the dry run of an import.

        Reads all rows with this mapping in the background and lists those that would be rejected. Creates no task. Possible until the first task was created; a dry run in progress starts again.

        `POST /api/imports/{import_id}/validate`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `import_not_found`, `import_state_conflict`

        Args:
            mapping: Columns that are imported, and the field of each. Others are left out.
            defaults: Values of rows that have none. `source` is `import` if a column is mapped to `external_id` and none to `source`.
        """
        _input = CallInput(
            params={"import_id": import_id},
            body={"mapping": mapping, "defaults": defaults},
            options=request_options,
        )
        _result: Import = self._api.send(Route("imports.validate", "POST", "/imports/{import_id}/validate"), _input)
        return _result

    def start(
        self,
        import_id: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Import:
        """Start or continue an import.

        Creates the tasks in the background, in the order of the rows. A canceled or failed import continues behind the last row that was imported. Rejected rows are left out and listed.

        `POST /api/imports/{import_id}/start`. Error codes: `import_not_found`, `import_state_conflict`
        """
        _input = CallInput(
            params={"import_id": import_id},
            options=request_options,
        )
        _result: Import = self._api.send(Route("imports.start", "POST", "/imports/{import_id}/start"), _input)
        return _result

    def cancel(
        self,
        import_id: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Import:
        """Cancel an import.

        Stops the dry run or the import. Tasks that were created are kept.

        `POST /api/imports/{import_id}/cancel`. Error codes: `import_not_found`, `import_state_conflict`
        """
        _input = CallInput(
            params={"import_id": import_id},
            options=request_options,
        )
        _result: Import = self._api.send(Route("imports.cancel", "POST", "/imports/{import_id}/cancel"), _input)
        return _result

    def errors(
        self,
        import_id: str,
        *,
        format: ImportFormat | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Download the rejected rows of an import.

        With the line and the reasons in `_line` and `_error`, so that the corrected file can be imported. A row that cannot be divided into values is in `_text`. Imports leave these three columns out.

        `GET /api/imports/{import_id}/errors`. Error codes: `import_not_found`

        Args:
            format: Format of the file
        """
        _input = CallInput(
            params={"import_id": import_id},
            query={"format": format},
            options=request_options,
        )
        return self._api.open(Route("imports.errors", "GET", "/imports/{import_id}/errors"), _input)

    def delete(
        self,
        import_id: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete an import.

        Deletes its file and its list of rejected rows. Its tasks are kept.

        `DELETE /api/imports/{import_id}`. Error codes: `import_not_found`, `import_state_conflict`
        """
        _input = CallInput(
            params={"import_id": import_id},
            options=request_options,
        )
        self._api.send(Route("imports.remove", "DELETE", "/imports/{import_id}"), _input)


class WebhooksResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Webhook]:
        """List webhooks.

        Oldest first. Secrets are never returned.

        `GET /api/webhooks`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Webhook] = self._api.list(Route("webhooks.list", "GET", "/webhooks"), _input)
        return _result

    def create(
        self,
        *,
        url: str,
        description: str | NotGiven = NOT_GIVEN,
        event_types: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        ordering: Ordering | NotGiven = NOT_GIVEN,
        filter: dict[str, Sequence[str | float | bool | None]] | NotGiven = NOT_GIVEN,
        headers: dict[str, str] | NotGiven = NOT_GIVEN,
        secret: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> WebhookWithSecret:
        """Create a webhook.

        Starts delivering events to `url`. The signing secret is returned only in this response.

        `POST /api/webhooks`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_url_refused`, `webhook_limit_reached`

        Args:
            url: URL that events are sent to; must be https unless the operator allows http
            description: Description
            event_types: Event types, or all of one kind (`task.*`); empty means all types
            enabled: Whether events are sent
            ordering: `task`: events of one task are delivered in order. This is slower, and a failing delivery delays those after it.
            filter: Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does.
            headers: Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names.
            secret: `whsec_` followed by 24 to 64 bytes in Base64; generated if omitted
        """
        _input = CallInput(
            body={"url": url, "description": description, "event_types": event_types, "enabled": enabled, "ordering": ordering, "filter": filter, "headers": headers, "secret": secret},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: WebhookWithSecret = self._api.send(Route("webhooks.create", "POST", "/webhooks", retry="key"), _input)
        return _result

    def test_filter(
        self,
        *,
        event_types: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN,
        filter: dict[str, Sequence[str | float | bool | None]] | NotGiven = NOT_GIVEN,
        event_id: str | NotGiven = NOT_GIVEN,
        event: SampleEvent | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> FilterTestResult:
        """Test a webhook filter.

        Checks whether an event matches event types and filter. Nothing is stored or sent.

        `POST /api/webhooks/test-filter`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `event_not_found`

        Args:
            event_types: Event types, or all of one kind (`task.*`); empty means all types
            filter: Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does.
            event_id: ID of an existing event
            event: A sample event
        """
        _input = CallInput(
            body={"event_types": event_types, "filter": filter, "event_id": event_id, "event": event},
            options=request_options,
        )
        _result: FilterTestResult = self._api.send(Route("webhooks.test_filter", "POST", "/webhooks/test-filter"), _input)
        return _result

    def health(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[WebhookHealth]:
        """Get webhook health.

        Delivery counts, success rate and latency of each webhook in the last 24 hours.

        `GET /api/webhooks/health`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[WebhookHealth] = self._api.list(Route("webhooks.health", "GET", "/webhooks/health"), _input)
        return _result

    def get(
        self,
        webhook: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Webhook:
        """Get a webhook.

        URL, event types, filter and state. The secret is never returned.

        `GET /api/webhooks/{webhook}`. Error codes: `webhook_not_found`
        """
        _input = CallInput(
            params={"webhook": webhook},
            options=request_options,
        )
        _result: Webhook = self._api.send(Route("webhooks.get", "GET", "/webhooks/{webhook}"), _input)
        return _result

    def get_health(
        self,
        webhook: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> WebhookHealthDetail:
        """Get the health of a webhook.

        Last and next attempt, response times by hour, and the counts of the last 24 hours.

        `GET /api/webhooks/{webhook}/health`. Error codes: `webhook_not_found`
        """
        _input = CallInput(
            params={"webhook": webhook},
            options=request_options,
        )
        _result: WebhookHealthDetail = self._api.send(Route("webhooks.get_health", "GET", "/webhooks/{webhook}/health"), _input)
        return _result

    def update(
        self,
        webhook: str,
        *,
        url: str | NotGiven = NOT_GIVEN,
        description: str | NotGiven = NOT_GIVEN,
        event_types: Sequence[EventTypeSelector] | NotGiven = NOT_GIVEN,
        enabled: bool | NotGiven = NOT_GIVEN,
        filter: dict[str, Sequence[str | float | bool | None] | None] | None | NotGiven = NOT_GIVEN,
        headers: dict[str, str | None] | None | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> ChangedWebhook:
        """Update a webhook.

        Partial update (JSON Merge Patch); `enabled` enables or disables it. Custom headers belong to the origin (scheme, host and port) of `url`. If the origin changes, stored headers are removed unless they are sent again in the same request; `dropped_header_names` lists them.

        `PATCH /api/webhooks/{webhook}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `webhook_not_found`, `version_mismatch`, `webhook_url_refused`

        Args:
            url: URL that events are sent to; must be https unless the operator allows http
            description: Description
            event_types: Event types, or all of one kind (`task.*`); empty means all types
            enabled: Whether events are sent
            filter: Accepted values by path (`data.status`, `data.labels`, `data.fields.customer`, `changed`, `actor.kind`). An event matches if every path has one of its values; an array matches if one of its elements does.
            headers: Custom headers, such as Authorization. Values are encrypted and never returned; `header_names` lists the names. null removes one header, or all. A change of the origin (scheme, host or port) of `url` removes every stored header that is not sent again in the same request.
        """
        _input = CallInput(
            params={"webhook": webhook},
            body={"url": url, "description": description, "event_types": event_types, "enabled": enabled, "filter": filter, "headers": headers},
            if_match=if_match,
            options=request_options,
        )
        _result: ChangedWebhook = self._api.send(Route("webhooks.change", "PATCH", "/webhooks/{webhook}"), _input)
        return _result

    def delete(
        self,
        webhook: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a webhook.

        Pending deliveries are canceled.

        `DELETE /api/webhooks/{webhook}`. Error codes: `webhook_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"webhook": webhook},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("webhooks.remove", "DELETE", "/webhooks/{webhook}"), _input)

    def rotate_secret(
        self,
        webhook: str,
        *,
        secret: str | NotGiven = NOT_GIVEN,
        overlap_hours: int | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> WebhookWithSecret:
        """Rotate a webhook secret.

        During `overlap_hours`, every delivery is signed with both secrets. The new secret is returned only in this response.

        `POST /api/webhooks/{webhook}/rotate-secret`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`

        Args:
            secret: `whsec_` followed by 24 to 64 bytes in Base64; generated if omitted
            overlap_hours: How long deliveries are also signed with the previous secret; 0 stops it immediately. Default: `24`
        """
        _input = CallInput(
            params={"webhook": webhook},
            body={"secret": secret, "overlap_hours": overlap_hours},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: WebhookWithSecret = self._api.send(Route("webhooks.rotate_secret", "POST", "/webhooks/{webhook}/rotate-secret", retry="key"), _input)
        return _result

    def test(
        self,
        webhook: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Delivery:
        """Send a test event.

        Sends a `webhook.test` event to this webhook only, and returns its delivery.

        `POST /api/webhooks/{webhook}/test`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`
        """
        _input = CallInput(
            params={"webhook": webhook},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Delivery = self._api.send(Route("webhooks.test", "POST", "/webhooks/{webhook}/test", retry="key"), _input)
        return _result

    def retry(
        self,
        webhook: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> WebhookRetryResult:
        """Retry pending deliveries now.

        Attempts all pending deliveries now, and restarts the retry schedule of those that were scheduled for later. If the receiver has failed repeatedly, one delivery is attempted first; if it succeeds, the others follow.

        `POST /api/webhooks/{webhook}/retry`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`
        """
        _input = CallInput(
            params={"webhook": webhook},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: WebhookRetryResult = self._api.send(Route("webhooks.retry", "POST", "/webhooks/{webhook}/retry", retry="key"), _input)
        return _result

    def recover(
        self,
        webhook: str,
        *,
        since: datetime | str,
        only: RecoveryScope,
        until: datetime | str | NotGiven = NOT_GIVEN,
        dry_run: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> RecoveryResult:
        """Recover missed deliveries.

        Resends failed deliveries, or events that were never sent, of a time range. The message ID of an event stays the same, so receivers can deduplicate.

        `POST /api/webhooks/{webhook}/recover`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `webhook_not_found`, `webhook_disabled`

        Args:
            since: Events at or after this time
            until: Events before this time; default: now
            only: `failed`: deliveries that failed or were canceled. `missing`: events that match the current filter but were never sent, for example because the webhook was disabled or did not exist yet.
            dry_run: Only count, send nothing. Default: `false`
        """
        _input = CallInput(
            params={"webhook": webhook},
            body={"since": since, "until": until, "only": only, "dry_run": dry_run},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: RecoveryResult = self._api.send(Route("webhooks.recover", "POST", "/webhooks/{webhook}/recover", retry="key"), _input)
        return _result


class DeliveriesResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        webhook: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        status: Sequence[DeliveryStatus] | NotGiven = NOT_GIVEN,
        event_type: EventType | NotGiven = NOT_GIVEN,
        since: datetime | str | NotGiven = NOT_GIVEN,
        until: datetime | str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Delivery]:
        """List deliveries of a webhook.

        Deliveries to one webhook, newest first.

        `GET /api/webhooks/{webhook}/deliveries`. Error codes: `webhook_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            status: Any of these statuses; repeatable
            event_type: Only events of this type
            since: Created at or after
            until: Created before
        """
        _input = CallInput(
            params={"webhook": webhook},
            query={"limit": limit, "cursor": cursor, "status": status, "event_type": event_type, "since": since, "until": until},
            options=request_options,
        )
        _result: PagedList[Delivery] = self._api.list(Route("deliveries.list", "GET", "/webhooks/{webhook}/deliveries"), _input)
        return _result

    def log(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        status: Sequence[DeliveryStatus] | NotGiven = NOT_GIVEN,
        event_type: EventType | NotGiven = NOT_GIVEN,
        since: datetime | str | NotGiven = NOT_GIVEN,
        until: datetime | str | NotGiven = NOT_GIVEN,
        webhook: str | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Delivery]:
        """List deliveries.

        Deliveries to all webhooks, newest first.

        `GET /api/deliveries`. Error codes: `webhook_not_found`, `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            status: Any of these statuses; repeatable
            event_type: Only events of this type
            since: Created at or after
            until: Created before
            webhook: Only deliveries to this webhook
            task: Only deliveries about this task (`tsk_…` or `T-142`) or its comments or attachments
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "status": status, "event_type": event_type, "since": since, "until": until, "webhook": webhook, "task": task},
            options=request_options,
        )
        _result: PagedList[Delivery] = self._api.list(Route("deliveries.log", "GET", "/deliveries"), _input)
        return _result

    def resend_many(
        self,
        *,
        deliveries: Sequence[str],
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> DeliveriesResendResult:
        """Resend deliveries.

        Sends up to 500 deliveries immediately, whatever their status, and cancels their scheduled retries. Deliveries that cannot be resent are skipped.

        `POST /api/deliveries/resend`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`

        Args:
            deliveries: IDs of deliveries, of one or several webhooks
        """
        _input = CallInput(
            body={"deliveries": deliveries},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: DeliveriesResendResult = self._api.send(Route("deliveries.resend_many", "POST", "/deliveries/resend", retry="key"), _input)
        return _result

    def get(
        self,
        delivery: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> DeliveryWithAttempts:
        """Get a delivery and its attempts.

        The event that is sent, and every attempt.

        `GET /api/deliveries/{delivery}`. Error codes: `delivery_not_found`
        """
        _input = CallInput(
            params={"delivery": delivery},
            options=request_options,
        )
        _result: DeliveryWithAttempts = self._api.send(Route("deliveries.get", "GET", "/deliveries/{delivery}"), _input)
        return _result

    def resend(
        self,
        delivery: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Delivery:
        """Resend a delivery.

        Sends immediately, whatever its status, and cancels a scheduled retry.

        `POST /api/deliveries/{delivery}/resend`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `delivery_not_found`, `webhook_disabled`
        """
        _input = CallInput(
            params={"delivery": delivery},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Delivery = self._api.send(Route("deliveries.resend", "POST", "/deliveries/{delivery}/resend", retry="key"), _input)
        return _result


class AgentsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Agent]:
        """List agents.

        Oldest first, with their state and what they used today.

        `GET /api/agents`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Agent] = self._api.list(Route("agents.list", "GET", "/agents"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        description: str | NotGiven = NOT_GIVEN,
        queues: Sequence[str] | NotGiven = NOT_GIVEN,
        concurrency: int | None | NotGiven = NOT_GIVEN,
        max_attempts: int | NotGiven = NOT_GIVEN,
        reads_external: bool | NotGiven = NOT_GIVEN,
        reads_beyond_claim: bool | NotGiven = NOT_GIVEN,
        writes_outward: bool | NotGiven = NOT_GIVEN,
        run_budget: AgentCreateRunBudget | NotGiven = NOT_GIVEN,
        day_budget: AgentCreateDayBudget | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Agent:
        """Create an agent.

        The agent claims tasks with one of its tokens. A program with an API key can claim tasks for it.

        `POST /api/agents`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `agent_name_taken`, `agent_limit_reached`

        Args:
            name: Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on
            description: What the agent does
            queues: Queues that it can claim tasks from
            concurrency: Maximum number of `working` runs at the same time; null for no limit
            max_attempts: Number of failed attempts after which a task fails
            reads_external: Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems
            reads_beyond_claim: Can read tasks that it has not claimed, with the MCP tools
            writes_outward: What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`
        """
        _input = CallInput(
            body={"name": name, "description": description, "queues": queues, "concurrency": concurrency, "max_attempts": max_attempts, "reads_external": reads_external, "reads_beyond_claim": reads_beyond_claim, "writes_outward": writes_outward, "run_budget": run_budget, "day_budget": day_budget},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Agent = self._api.send(Route("agents.create", "POST", "/agents", retry="key"), _input)
        return _result

    def get(
        self,
        agent: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Agent:
        """Get an agent.

        By name, with its state and what it used today.

        `GET /api/agents/{agent}`. Error codes: `agent_not_found`
        """
        _input = CallInput(
            params={"agent": agent},
            options=request_options,
        )
        _result: Agent = self._api.send(Route("agents.get", "GET", "/agents/{agent}"), _input)
        return _result

    def update(
        self,
        agent: str,
        *,
        description: str | NotGiven = NOT_GIVEN,
        queues: Sequence[str] | NotGiven = NOT_GIVEN,
        concurrency: int | None | NotGiven = NOT_GIVEN,
        max_attempts: int | NotGiven = NOT_GIVEN,
        reads_external: bool | NotGiven = NOT_GIVEN,
        reads_beyond_claim: bool | NotGiven = NOT_GIVEN,
        writes_outward: bool | NotGiven = NOT_GIVEN,
        run_budget: AgentChangeRunBudget | NotGiven = NOT_GIVEN,
        day_budget: AgentChangeDayBudget | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Agent:
        """Update an agent.

        Partial update (JSON Merge Patch).

        `PATCH /api/agents/{agent}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `version_mismatch`

        Args:
            description: What the agent does
            queues: Queues that it can claim tasks from
            concurrency: Maximum number of `working` runs at the same time; null for no limit
            max_attempts: Number of failed attempts after which a task fails
            reads_external: Declares that it reads untrusted text, such as issues and emails. An agent with all three flags needs an approval for everything that it writes to external systems
            reads_beyond_claim: Can read tasks that it has not claimed, with the MCP tools
            writes_outward: What it does is written to external systems, as `agent_writes` of each integration allows; otherwise `403 effects_forbidden`
        """
        _input = CallInput(
            params={"agent": agent},
            body={"description": description, "queues": queues, "concurrency": concurrency, "max_attempts": max_attempts, "reads_external": reads_external, "reads_beyond_claim": reads_beyond_claim, "writes_outward": writes_outward, "run_budget": run_budget, "day_budget": day_budget},
            if_match=if_match,
            options=request_options,
        )
        _result: Agent = self._api.send(Route("agents.change", "PATCH", "/agents/{agent}"), _input)
        return _result

    def delete(
        self,
        agent: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete an agent.

        Ends its runs, returns their tasks to their queues and deletes its tokens. The history of its runs is retained.

        `DELETE /api/agents/{agent}`. Error codes: `agent_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"agent": agent},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("agents.remove", "DELETE", "/agents/{agent}"), _input)

    def pause(
        self,
        agent: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Agent:
        """Pause an agent.

        Takes effect within a second in all processes: the agent cannot claim tasks, and requests that change its runs are rejected. Its tasks return to their queues when the leases end, without a failed attempt.

        `POST /api/agents/{agent}/pause`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`
        """
        _input = CallInput(
            params={"agent": agent},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Agent = self._api.send(Route("agents.pause", "POST", "/agents/{agent}/pause", retry="key"), _input)
        return _result

    def resume(
        self,
        agent: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Agent:
        """Resume an agent.

        Runs whose leases have not ended continue.

        `POST /api/agents/{agent}/resume`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`
        """
        _input = CallInput(
            params={"agent": agent},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Agent = self._api.send(Route("agents.resume", "POST", "/agents/{agent}/resume", retry="key"), _input)
        return _result


class AgentTokensResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        agent: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> PagedList[AgentToken]:
        """List agent tokens.

        Tokens without their secrets: when they were created, used and expire.

        `GET /api/agents/{agent}/tokens`. Error codes: `agent_not_found`
        """
        _input = CallInput(
            params={"agent": agent},
            options=request_options,
        )
        _result: PagedList[AgentToken] = self._api.list(Route("agent_tokens.list", "GET", "/agents/{agent}/tokens"), _input)
        return _result

    def create(
        self,
        agent: str,
        *,
        expires_in_days: int | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> AgentTokenWithSecret:
        """Create an agent token.

        The token is returned only once, in this response. An agent can have two valid tokens, so that you can rotate a token without downtime.

        `POST /api/agents/{agent}/tokens`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `agent_not_found`, `agent_token_limit_reached`

        Args:
            expires_in_days: Default: `90`
        """
        _input = CallInput(
            params={"agent": agent},
            body={"expires_in_days": expires_in_days},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: AgentTokenWithSecret = self._api.send(Route("agent_tokens.create", "POST", "/agents/{agent}/tokens", retry="key"), _input)
        return _result

    def revoke(
        self,
        agent: str,
        token: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Revoke an agent token.

        Takes effect within a second in all processes.

        `DELETE /api/agents/{agent}/tokens/{token}`. Error codes: `agent_not_found`, `agent_token_not_found`
        """
        _input = CallInput(
            params={"agent": agent, "token": token},
            options=request_options,
        )
        self._api.send(Route("agent_tokens.revoke", "DELETE", "/agents/{agent}/tokens/{token}"), _input)


class QueuesResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> PagedList[QueueState]:
        """List queues.

        Queues that have settings, claimable tasks or unfinished runs, by name; at most 200.

        `GET /api/queues`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: PagedList[QueueState] = self._api.list(Route("queues.list", "GET", "/queues"), _input)
        return _result

    def get(
        self,
        queue: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> QueueState:
        """Get a queue.

        Queues are not created: any name is valid. A queue whose settings were never changed has the default settings.

        `GET /api/queues/{queue}`
        """
        _input = CallInput(
            params={"queue": queue},
            options=request_options,
        )
        _result: QueueState = self._api.send(Route("queues.get", "GET", "/queues/{queue}"), _input)
        return _result

    def update(
        self,
        queue: str,
        *,
        description: str | NotGiven = NOT_GIVEN,
        aging_seconds: int | NotGiven = NOT_GIVEN,
        target_seconds: int | None | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> QueueState:
        """Update a queue.

        Partial update (JSON Merge Patch).

        `PATCH /api/queues/{queue}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `version_mismatch`

        Args:
            description: What the queue is for
            aging_seconds: How long a task can be overtaken by tasks of the next higher priority: a normal task that became ready more than this long before a high one is claimed first
            target_seconds: Target for the time from ready to claimed; shown in the dashboard, not enforced
        """
        _input = CallInput(
            params={"queue": queue},
            body={"description": description, "aging_seconds": aging_seconds, "target_seconds": target_seconds},
            if_match=if_match,
            options=request_options,
        )
        _result: QueueState = self._api.send(Route("queues.change", "PATCH", "/queues/{queue}"), _input)
        return _result

    def history(
        self,
        queue: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> QueueHistory:
        """Get the history of a queue.

        Claims and results in each of the last 24 hours, and the time from ready to claimed.

        `GET /api/queues/{queue}/history`
        """
        _input = CallInput(
            params={"queue": queue},
            options=request_options,
        )
        _result: QueueHistory = self._api.send(Route("queues.history", "GET", "/queues/{queue}/history"), _input)
        return _result


class RunsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def claim(
        self,
        *,
        agent: str | NotGiven = NOT_GIVEN,
        queues: Sequence[str] | NotGiven = NOT_GIVEN,
        max: int | NotGiven = NOT_GIVEN,
        lease_seconds: int | NotGiven = NOT_GIVEN,
        wait_seconds: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Claimed:
        """Claim tasks.

        Returns the next tasks of the queues, each with a run and its lease token. No other worker gets a task while its lease is valid. With `wait_seconds`, the request waits for a task (long polling). Not safe to retry: a second request claims other tasks. If a response is lost, its tasks return to their queues when the leases end.

        `POST /api/tasks/claim`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `agent_paused`, `budget_exhausted`, `queue_not_allowed`, `too_many_waiting_claims`

        Args:
            agent: Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent.
            queues: Queues to claim from; by default all queues of the agent
            max: Maximum number of tasks. Default: `1`
            lease_seconds: Duration of the lease in seconds; each heartbeat renews it. Default: `300`
            wait_seconds: How many seconds to wait for a task if there is none (long polling). Default: `0`
        """
        _input = CallInput(
            body={"agent": agent, "queues": queues, "max": max, "lease_seconds": lease_seconds, "wait_seconds": wait_seconds},
            options=request_options,
        )
        _result: Claimed = self._api.send(Route("runs.claim", "POST", "/tasks/claim", retry="rejected", agent=True), _input)
        return _result

    def claim_task(
        self,
        task: str,
        *,
        agent: str | NotGiven = NOT_GIVEN,
        lease_seconds: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> ClaimedTask:
        """Claim a task.

        Claims this task instead of the next one. Not safe to retry: if the response is lost, the task returns to its queue when the lease ends.

        `POST /api/tasks/{task}/claim`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `agent_not_found`, `agent_paused`, `budget_exhausted`, `queue_not_allowed`, `task_not_found`, `task_not_claimable`

        Args:
            agent: Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent.
            lease_seconds: Duration of the lease in seconds; each heartbeat renews it. Default: `300`
        """
        _input = CallInput(
            params={"task": task},
            body={"agent": agent, "lease_seconds": lease_seconds},
            options=request_options,
        )
        _result: ClaimedTask = self._api.send(Route("runs.claim_task", "POST", "/tasks/{task}/claim", retry="rejected", agent=True), _input)
        return _result

    def take(
        self,
        task: str,
        *,
        assignee: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Take a task.

        Moves a `ready` or `triage` task to `in_progress` for a person, without a run and without a `delegate`, so that no agent can claim it. Send `assignee` to assign the task as well.

        `POST /api/tasks/{task}/take`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `task_already_taken`, `version_mismatch`

        Args:
            assignee: Person responsible for the task
        """
        _input = CallInput(
            params={"task": task},
            body={"assignee": assignee},
            idempotency_key=idempotency_key,
            if_match=if_match,
            options=request_options,
        )
        _result: Task = self._api.send(Route("runs.take", "POST", "/tasks/{task}/take", retry="key"), _input)
        return _result

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        agent: str | NotGiven = NOT_GIVEN,
        queue: str | NotGiven = NOT_GIVEN,
        state: Sequence[RunState] | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Run]:
        """List runs.

        Attempts at tasks, newest first.

        `GET /api/runs`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            task: Task ID (`tsk_…`) or number (`T-142`)
            agent: Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on
            queue: Queue of the task
            state: Any of these; repeatable
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "task": task, "agent": agent, "queue": queue, "state": state},
            options=request_options,
        )
        _result: PagedList[Run] = self._api.list(Route("runs.list", "GET", "/runs"), _input)
        return _result

    def get(
        self,
        run: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Run:
        """Get a run.

        State, progress, plan and usage of one attempt at a task.

        `GET /api/runs/{run}`. Error codes: `run_not_found`
        """
        _input = CallInput(
            params={"run": run},
            options=request_options,
        )
        _result: Run = self._api.send(Route("runs.get", "GET", "/runs/{run}", agent=True), _input)
        return _result

    def heartbeat(
        self,
        run: str,
        *,
        lease_token: str,
        lease_seconds: int | NotGiven = NOT_GIVEN,
        progress: Progress | NotGiven = NOT_GIVEN,
        plan: Sequence[HeartbeatPlanItem] | NotGiven = NOT_GIVEN,
        checkpoint: Any = NOT_GIVEN,
        usage: HeartbeatUsage | NotGiven = NOT_GIVEN,
        acknowledge: Sequence[str] | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> HeartbeatResponse:
        """Send a heartbeat.

        Renews the lease, and saves progress, plan and checkpoint. Returns stop requests, changed fields of the task, answers and rejected effects. Resumes a parked run whose question was answered or whose effects were rejected; until then, the heartbeat of a parked run saves nothing.

        `POST /api/runs/{run}/heartbeat`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`

        Args:
            lease_token: Lease token of the claim
            lease_seconds: Duration of the renewed lease in seconds; by default the same as before
            plan: Steps of the work
            checkpoint: Returned to the next attempt in `resume`; up to 64 KiB of JSON
            usage: Used since the last heartbeat, as declared by the agent; not enforced
            acknowledge: Questions and approvals whose answers and rejections the agent has saved, so that they are not returned again
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "lease_seconds": lease_seconds, "progress": progress, "plan": plan, "checkpoint": checkpoint, "usage": usage, "acknowledge": acknowledge},
            options=request_options,
        )
        _result: HeartbeatResponse = self._api.send(Route("runs.heartbeat", "POST", "/runs/{run}/heartbeat", agent=True), _input)
        return _result

    def complete(
        self,
        run: str,
        *,
        lease_token: str,
        result: Any = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Task:
        """Complete a run.

        Completes the task. A `result` that does not match the `output_schema` of the task is rejected, and the lease is unchanged. If a person has to approve what would be written to external systems, the run is parked instead: the task is `in_review`, and `approval_id` of the run names the approval. Safe to retry with the same lease token.

        `POST /api/runs/{run}/complete`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`, `run_parked`, `result_invalid`, `budget_exhausted`, `effects_forbidden`

        Args:
            lease_token: Lease token of the claim
            result: Result of the work; must match the `output_schema` of the task
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "result": result},
            options=request_options,
        )
        _result: Task = self._api.send(Route("runs.complete", "POST", "/runs/{run}/complete", agent=True), _input)
        return _result

    def fail(
        self,
        run: str,
        *,
        lease_token: str,
        error: str,
        retryable: bool | NotGiven = NOT_GIVEN,
        retry_after_seconds: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Run:
        """Fail a run.

        Reports an error. The task is retried after a backoff, or fails after `max_attempts` failed attempts. Safe to retry with the same lease token.

        `POST /api/runs/{run}/fail`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`

        Args:
            lease_token: Lease token of the claim
            error: What went wrong
            retryable: true: the task is retried after a backoff until `max_attempts` is reached. false: the task fails immediately. Default: `true`
            retry_after_seconds: Overrides the backoff
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "error": error, "retryable": retryable, "retry_after_seconds": retry_after_seconds},
            options=request_options,
        )
        _result: Run = self._api.send(Route("runs.fail", "POST", "/runs/{run}/fail", agent=True), _input)
        return _result

    def release(
        self,
        run: str,
        *,
        lease_token: str,
        handoff: str | NotGiven = NOT_GIVEN,
        delay_seconds: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Run:
        """Release a run.

        Returns the task to its queue without a failed attempt. If someone asked the agent to stop, the run is canceled instead and the task stays `in_progress`. Safe to retry with the same lease token.

        `POST /api/runs/{run}/release`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`

        Args:
            lease_token: Lease token of the claim
            handoff: Note for the next attempt
            delay_seconds: How many seconds the task cannot be claimed. Default: `0`
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "handoff": handoff, "delay_seconds": delay_seconds},
            options=request_options,
        )
        _result: Run = self._api.send(Route("runs.release", "POST", "/runs/{run}/release", agent=True), _input)
        return _result

    def cancel(
        self,
        run: str,
        *,
        force: bool | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Run:
        """Stop a run.

        The next heartbeat returns `cancel_requested`. If the agent does not release the task, the run ends after 30 s. The task stays `in_progress` without a run, so that no agent claims it again.

        `POST /api/runs/{run}/cancel`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `run_not_found`, `lease_lost`

        Args:
            force: true: end the run immediately. false: ask the agent to stop, and end the run after 30 s if it has not. A parked run always ends immediately. Default: `false`
        """
        _input = CallInput(
            params={"run": run},
            body={"force": force},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Run = self._api.send(Route("runs.cancel", "POST", "/runs/{run}/cancel", retry="key"), _input)
        return _result

    def preview_effects(
        self,
        run: str,
        *,
        lease_token: str,
        result: Any = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> EffectPreview:
        """Preview the effects of a run.

        Returns what completing the run with this result would write to external systems. Changes nothing.

        `POST /api/runs/{run}/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `run_not_found`, `lease_lost`, `run_parked`, `result_invalid`

        Args:
            lease_token: Lease token of the claim
            result: Result of the work, as it would be completed
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "result": result},
            options=request_options,
        )
        _result: EffectPreview = self._api.send(Route("runs.preview_effects", "POST", "/runs/{run}/preview", agent=True), _input)
        return _result


class QuestionsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def create(
        self,
        run: str,
        *,
        lease_token: str,
        kind: QuestionKind,
        prompt: str,
        context: str | NotGiven = NOT_GIVEN,
        schema: dict[str, Any] | NotGiven = NOT_GIVEN,
        options: Sequence[QuestionCreateOptionsItem] | NotGiven = NOT_GIVEN,
        expires_in_seconds: int | NotGiven = NOT_GIVEN,
        on_timeout: QuestionCreateOnTimeout | NotGiven = NOT_GIVEN,
        checkpoint: Any = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Question:
        """Ask a question.

        Parks the run: it has no lease and uses no budget until the question is answered. Keep sending heartbeats to get the answer: after it, the run must be resumed within `lease_seconds`. Otherwise the next attempt gets the answer.

        `POST /api/runs/{run}/questions`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `run_not_found`, `lease_lost`, `run_parked`, `schema_invalid`, `answer_invalid`

        Args:
            lease_token: Lease token of the claim
            kind: `input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false.
            prompt: The question
            context: What people need to know to answer, in Markdown
            schema: JSON Schema (2020-12) of the answer; only for `input`, up to 16 KiB
            expires_in_seconds: Time to answer in seconds; without it, the question stays open
            on_timeout: What happens at `expires_at` if no one has answered; `release` by default
            checkpoint: Saved with the run, as in a heartbeat; up to 64 KiB of JSON
        """
        _input = CallInput(
            params={"run": run},
            body={"lease_token": lease_token, "kind": kind, "prompt": prompt, "context": context, "schema": schema, "options": options, "expires_in_seconds": expires_in_seconds, "on_timeout": on_timeout, "checkpoint": checkpoint},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Question = self._api.send(Route("questions.create", "POST", "/runs/{run}/questions", retry="key", agent=True), _input)
        return _result

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        state: Sequence[QuestionState] | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        agent: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Question]:
        """List questions.

        What agents asked, newest first.

        `GET /api/questions`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            state: Any of these; repeatable
            task: Task ID (`tsk_…`) or number (`T-142`)
            agent: Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "state": state, "task": task, "agent": agent},
            options=request_options,
        )
        _result: PagedList[Question] = self._api.list(Route("questions.list", "GET", "/questions"), _input)
        return _result

    def get(
        self,
        question: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Question:
        """Get a question.

        The question, its options and, if there is one, its answer.

        `GET /api/questions/{question}`. Error codes: `question_not_found`
        """
        _input = CallInput(
            params={"question": question},
            options=request_options,
        )
        _result: Question = self._api.send(Route("questions.get", "GET", "/questions/{question}"), _input)
        return _result

    def answer(
        self,
        question: str,
        *,
        answer: Any,
        note: str | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Question:
        """Answer a question.

        The first answer counts.

        `POST /api/questions/{question}/answer`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `question_not_found`, `question_closed`, `answer_invalid`

        Args:
            answer: The answer; up to 64 KiB of JSON
            note: Note for the agent
        """
        _input = CallInput(
            params={"question": question},
            body={"answer": answer, "note": note},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Question = self._api.send(Route("questions.answer", "POST", "/questions/{question}/answer", retry="key"), _input)
        return _result

    def link(
        self,
        question: str,
        *,
        expires_in_hours: int | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> AnswerLink:
        """Create a link to answer a question.

        For someone without an account. The link works once, and a new link replaces the old one.

        `POST /api/questions/{question}/link`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `question_not_found`, `question_closed`

        Args:
            expires_in_hours: Default: `72`
        """
        _input = CallInput(
            params={"question": question},
            body={"expires_in_hours": expires_in_hours},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: AnswerLink = self._api.send(Route("questions.link", "POST", "/questions/{question}/link", retry="key"), _input)
        return _result


class ApprovalsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        state: Sequence[ApprovalState] | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        agent: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Approval]:
        """List approvals.

        Requests of agents to change external systems, newest first.

        `GET /api/approvals`. Error codes: `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            state: Any of these; repeatable
            task: Task ID (`tsk_…`) or number (`T-142`)
            agent: Name of the agent; unique per tenant, and the `delegate` of the tasks that it works on
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "state": state, "task": task, "agent": agent},
            options=request_options,
        )
        _result: PagedList[Approval] = self._api.list(Route("approvals.list", "GET", "/approvals"), _input)
        return _result

    def get(
        self,
        approval: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Approval:
        """Get an approval.

        What would change, with the values before and after, and the `hash` that approves exactly this.

        `GET /api/approvals/{approval}`. Error codes: `approval_not_found`
        """
        _input = CallInput(
            params={"approval": approval},
            options=request_options,
        )
        _result: Approval = self._api.send(Route("approvals.get", "GET", "/approvals/{approval}"), _input)
        return _result

    def approve(
        self,
        approval: str,
        *,
        hash: str,
        request_options: RequestOptions | None = None,
    ) -> Approval:
        """Approve effects.

        Approves exactly the effects with this hash and completes the run that waits for them. If the effects have changed, nothing is approved: the approval stays open and shows both versions. Safe to retry with the same hash.

        `POST /api/approvals/{approval}/approve`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `approval_not_found`, `approval_closed`, `effects_changed`, `effects_forbidden`

        Args:
            hash: Hash of the effects that you have seen; others are not approved
        """
        _input = CallInput(
            params={"approval": approval},
            body={"hash": hash},
            options=request_options,
        )
        _result: Approval = self._api.send(Route("approvals.approve", "POST", "/approvals/{approval}/approve", retry="rejected"), _input)
        return _result

    def reject(
        self,
        approval: str,
        *,
        reason: str,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Approval:
        """Reject effects.

        Nothing is written. A run that waits resumes with its next heartbeat, which returns the reason; if the agent is gone, the next attempt gets it.

        `POST /api/approvals/{approval}/reject`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `approval_not_found`, `approval_closed`

        Args:
            reason: For the agent
        """
        _input = CallInput(
            params={"approval": approval},
            body={"reason": reason},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Approval = self._api.send(Route("approvals.reject", "POST", "/approvals/{approval}/reject", retry="key"), _input)
        return _result

    def edit(
        self,
        approval: str,
        *,
        result: Any = NOT_GIVEN,
        comments: Sequence[ApprovalEditCommentsItem] | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Approval:
        """Edit what is to be approved.

        Changes the result and the comments of the agent, and returns the new effects and their hash. Approve them with that hash.

        `POST /api/approvals/{approval}/edit`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `approval_not_found`, `approval_closed`, `effects_forbidden`, `result_invalid`

        Args:
            result: Replaces the result; must match the `output_schema`
            comments: New texts of comments in `effects`
        """
        _input = CallInput(
            params={"approval": approval},
            body={"result": result, "comments": comments},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Approval = self._api.send(Route("approvals.edit", "POST", "/approvals/{approval}/edit", retry="key"), _input)
        return _result


class ConnectorsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Connector]:
        """List connectors.

        Oldest first, with the state of each.

        `GET /api/connectors`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Connector] = self._api.list(Route("connectors.list", "GET", "/connectors"), _input)
        return _result

    def create(
        self,
        *,
        name: str,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> ConnectorWithToken:
        """Create a connector.

        Returns a single-use enrollment token, valid for 15 minutes. It is not shown again.

        `POST /api/connectors`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `connector_name_taken`, `connector_limit_reached`

        Args:
            name: Name; unique among the connectors
        """
        _input = CallInput(
            body={"name": name},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: ConnectorWithToken = self._api.send(Route("connectors.create", "POST", "/connectors", retry="key"), _input)
        return _result

    def get(
        self,
        connector: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Connector:
        """Get a connector.

        State, version and databases of the connector.

        `GET /api/connectors/{connector}`. Error codes: `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            options=request_options,
        )
        _result: Connector = self._api.send(Route("connectors.get", "GET", "/connectors/{connector}"), _input)
        return _result

    def update(
        self,
        connector: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        paused: bool | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Connector:
        """Update a connector.

        Rename, pause or resume it.

        `PATCH /api/connectors/{connector}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `connector_not_found`, `connector_name_taken`, `version_mismatch`

        Args:
            name: Name; unique among the connectors
            paused: true: running jobs finish and no new ones start
        """
        _input = CallInput(
            params={"connector": connector},
            body={"name": name, "paused": paused},
            if_match=if_match,
            options=request_options,
        )
        _result: Connector = self._api.send(Route("connectors.change", "PATCH", "/connectors/{connector}"), _input)
        return _result

    def delete(
        self,
        connector: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a connector.

        Also deletes its key, jobs and results. Tasks are kept.

        `DELETE /api/connectors/{connector}`. Error codes: `connector_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"connector": connector},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("connectors.remove", "DELETE", "/connectors/{connector}"), _input)

    def enroll(
        self,
        connector: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> ConnectorWithToken:
        """Create an enrollment token.

        Use this when the token has expired, the connector is locked (`frozen`) or revoked, or it lost its key. Returns a single-use token, valid for 15 minutes. A current key keeps working until the token is used, unless it is locked or revoked.

        `POST /api/connectors/{connector}/enrolment`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: ConnectorWithToken = self._api.send(Route("connectors.enrol", "POST", "/connectors/{connector}/enrolment", retry="key"), _input)
        return _result

    def revoke(
        self,
        connector: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Connector:
        """Revoke a connector.

        Takes effect immediately: requests with its key are rejected and open polls are closed.

        `POST /api/connectors/{connector}/revoke`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Connector = self._api.send(Route("connectors.revoke", "POST", "/connectors/{connector}/revoke", retry="key"), _input)
        return _result

    def rotate(
        self,
        connector: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Connector:
        """Rotate a connector key.

        Asks the connector to replace its key. It continues to work with the old one until then.

        `POST /api/connectors/{connector}/rotate`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`, `connector_not_enrolled`
        """
        _input = CallInput(
            params={"connector": connector},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Connector = self._api.send(Route("connectors.rotate", "POST", "/connectors/{connector}/rotate", retry="key"), _input)
        return _result

    def drain(
        self,
        connector: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Connector:
        """Drain a connector.

        Pauses it: running jobs finish and no new ones start. When `waiting_jobs` and `waiting_results` are 0, it can be stopped without losing a result.

        `POST /api/connectors/{connector}/drain`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Connector = self._api.send(Route("connectors.drain", "POST", "/connectors/{connector}/drain", retry="key"), _input)
        return _result

    def statements(
        self,
        connector: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> ConnectorStatements:
        """List connector statements.

        Statements that the connector offers, with their parameters and columns.

        `GET /api/connectors/{connector}/statements`. Error codes: `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            options=request_options,
        )
        _result: ConnectorStatements = self._api.send(Route("connectors.statements", "GET", "/connectors/{connector}/statements"), _input)
        return _result

    def activity(
        self,
        connector: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> ConnectorActivity:
        """Get connector activity.

        Jobs, rows and failures per interval.

        `GET /api/connectors/{connector}/activity`. Error codes: `connector_not_found`
        """
        _input = CallInput(
            params={"connector": connector},
            options=request_options,
        )
        _result: ConnectorActivity = self._api.send(Route("connectors.activity", "GET", "/connectors/{connector}/activity"), _input)
        return _result

    def run(
        self,
        connector: str,
        *,
        database: str,
        statement: str,
        params: dict[str, Any] | NotGiven = NOT_GIVEN,
        request_key: str | NotGiven = NOT_GIVEN,
        wait_seconds: int | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> EdgeJobWithRows:
        """Run a statement.

        Runs a named statement of the connector’s policy file. The connector rejects a name it does not know. The response contains the result if it arrives within `wait_seconds`; otherwise get the job later.

        `POST /api/connectors/{connector}/run`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `connector_not_found`, `connector_not_enrolled`

        Args:
            database: Name of the database
            statement: Name of a statement that the connector has reported
            params: Parameters by name
            request_key: Idempotency key: a request with the same key returns the job of the first request, so that a write is not run twice if a response is lost
            wait_seconds: How long to wait for the result; you can also get it from the job later. Default: `20`
        """
        _input = CallInput(
            params={"connector": connector},
            body={"database": database, "statement": statement, "params": params, "request_key": request_key, "wait_seconds": wait_seconds},
            options=request_options,
        )
        _result: EdgeJobWithRows = self._api.send(Route("connectors.run", "POST", "/connectors/{connector}/run", retry="rejected"), _input)
        return _result


class EdgeJobsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        connector: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        state: EdgeJobState | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[EdgeJob]:
        """List jobs.

        Statements that were or will be run by the connector, newest first.

        `GET /api/connectors/{connector}/jobs`. Error codes: `connector_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            state: `waiting`: queued. `running`: picked up by the connector. `done`: finished. `refused`: rejected by the connector’s policy file. `failed`: rolled back. `expired`: not picked up in time, or no result arrived. `unknown`: a write was started and its outcome is unknown.
        """
        _input = CallInput(
            params={"connector": connector},
            query={"limit": limit, "cursor": cursor, "state": state},
            options=request_options,
        )
        _result: PagedList[EdgeJob] = self._api.list(Route("edge_jobs.list", "GET", "/connectors/{connector}/jobs"), _input)
        return _result

    def get(
        self,
        connector: str,
        job: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> EdgeJobWithRows:
        """Get a job and its result.

        State of the job, with its rows.

        `GET /api/connectors/{connector}/jobs/{job}`. Error codes: `connector_not_found`, `edge_job_not_found`
        """
        _input = CallInput(
            params={"connector": connector, "job": job},
            options=request_options,
        )
        _result: EdgeJobWithRows = self._api.send(Route("edge_jobs.get", "GET", "/connectors/{connector}/jobs/{job}"), _input)
        return _result

    def cancel(
        self,
        connector: str,
        job: str,
        *,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> EdgeJob:
        """Cancel a queued job.

        Only a job that no connector has fetched yet can be canceled.

        `POST /api/connectors/{connector}/jobs/{job}/cancel`. Error codes: `idempotency_in_flight`, `idempotency_key_reused`, `connector_not_found`, `edge_job_not_found`, `edge_job_not_waiting`
        """
        _input = CallInput(
            params={"connector": connector, "job": job},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: EdgeJob = self._api.send(Route("edge_jobs.cancel", "POST", "/connectors/{connector}/jobs/{job}/cancel", retry="key"), _input)
        return _result


class ProvidersResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Provider]:
        """List providers.

        External systems that can be connected, with the settings that each one needs.

        `GET /api/providers`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: PagedList[Provider] = self._api.list(Route("providers.list", "GET", "/providers"), _input)
        return _result


class IntegrationsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Integration]:
        """List integrations.

        Oldest first, with the result of the last sync and what each one is doing now.

        `GET /api/integrations`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[Integration] = self._api.list(Route("integrations.list", "GET", "/integrations"), _input)
        return _result

    def create(
        self,
        *,
        provider: str,
        name: str,
        config: dict[str, str | float | bool] | NotGiven = NOT_GIVEN,
        mapping: FieldMapping | NotGiven = NOT_GIVEN,
        paused: bool | NotGiven = NOT_GIVEN,
        outgoing_queue: str | None | NotGiven = NOT_GIVEN,
        poll_seconds: int | NotGiven = NOT_GIVEN,
        agent_writes: AgentWrites | NotGiven = NOT_GIVEN,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Create an integration.

        Connects an issue tracker, CRM or database. Syncing starts once the credential is set.

        `POST /api/integrations`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `provider_unknown`, `integration_fields_refused`, `integration_host_refused`, `integration_limit_reached`

        Args:
            provider: ID of a provider from `GET /api/providers`
            name: Display name
            config: Settings of the provider; see `config` of the provider
            mapping: Only what differs from the defaults of the provider
            paused: true: nothing is synced until it is resumed
            outgoing_queue: Queue whose new tasks are also created in the external system; `*` for all queues
            poll_seconds: Sync interval in seconds
            agent_writes: What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval.
        """
        _input = CallInput(
            body={"provider": provider, "name": name, "config": config, "mapping": mapping, "paused": paused, "outgoing_queue": outgoing_queue, "poll_seconds": poll_seconds, "agent_writes": agent_writes},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.create", "POST", "/integrations", retry="key"), _input)
        return _result

    def try_(
        self,
        *,
        provider: str,
        secrets: dict[str, str],
        config: dict[str, str | float | bool] | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> ConnectionCheck:
        """Test a connection.

        Tests configuration and secrets before you create the integration. Nothing is stored.

        `POST /api/integrations/check`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `provider_unknown`, `integration_fields_refused`, `integration_host_refused`, `credential_incomplete`

        Args:
            provider: ID of a provider from `GET /api/providers`
            config: Settings of the provider; see `config` of the provider
            secrets: Secrets by name; see `secrets` of the provider. They are never returned.
        """
        _input = CallInput(
            body={"provider": provider, "config": config, "secrets": secrets},
            options=request_options,
        )
        _result: ConnectionCheck = self._api.send(Route("integrations.try", "POST", "/integrations/check"), _input)
        return _result

    def get(
        self,
        integration: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Get an integration.

        Settings, state, the result of the last sync and what it is doing now. The credential is never returned.

        `GET /api/integrations/{integration}`. Error codes: `integration_not_found`
        """
        _input = CallInput(
            params={"integration": integration},
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.get", "GET", "/integrations/{integration}"), _input)
        return _result

    def update(
        self,
        integration: str,
        *,
        name: str | NotGiven = NOT_GIVEN,
        config: dict[str, str | float | bool | None] | NotGiven = NOT_GIVEN,
        mapping: FieldMapping | NotGiven = NOT_GIVEN,
        paused: bool | NotGiven = NOT_GIVEN,
        outgoing_queue: str | None | NotGiven = NOT_GIVEN,
        poll_seconds: int | NotGiven = NOT_GIVEN,
        agent_writes: AgentWrites | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Update an integration.

        Partial update (JSON Merge Patch); `paused` pauses or resumes it.

        `PATCH /api/integrations/{integration}`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `version_mismatch`, `integration_fields_refused`, `integration_host_refused`, `provider_missing`

        Args:
            name: Display name
            config: null removes a value. If the hosts change, the credential must be set again.
            mapping: Replaces the current mapping
            paused: true: nothing is synced until it is resumed
            outgoing_queue: Queue whose new tasks are also created in the external system; `*` for all queues
            poll_seconds: Sync interval in seconds
            agent_writes: What agents may write to the external system. `allow`: everything. `approve`: what a person has approved. `forbid`: nothing. Agents with all of `reads_external`, `reads_beyond_claim` and `writes_outward` always need an approval.
        """
        _input = CallInput(
            params={"integration": integration},
            body={"name": name, "config": config, "mapping": mapping, "paused": paused, "outgoing_queue": outgoing_queue, "poll_seconds": poll_seconds, "agent_writes": agent_writes},
            if_match=if_match,
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.change", "PATCH", "/integrations/{integration}"), _input)
        return _result

    def delete(
        self,
        integration: str,
        *,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete an integration.

        Also deletes its credential, links and history. Tasks and external items are kept.

        `DELETE /api/integrations/{integration}`. Error codes: `integration_not_found`, `version_mismatch`
        """
        _input = CallInput(
            params={"integration": integration},
            if_match=if_match,
            options=request_options,
        )
        self._api.send(Route("integrations.remove", "DELETE", "/integrations/{integration}"), _input)

    def set_credential(
        self,
        integration: str,
        *,
        secrets: dict[str, str | None],
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Set the credential.

        Encrypted, bound to the integration’s hosts, and never returned.

        `PUT /api/integrations/{integration}/credential`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `version_mismatch`, `integration_fields_refused`, `credential_incomplete`, `provider_missing`

        Args:
            secrets: Secrets by name; see `secrets` of the provider. Omitted secrets are unchanged, null removes one. They are encrypted and never returned.
        """
        _input = CallInput(
            params={"integration": integration},
            body={"secrets": secrets},
            if_match=if_match,
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.set_credential", "PUT", "/integrations/{integration}/credential"), _input)
        return _result

    def check(
        self,
        integration: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> ConnectionCheck:
        """Check an integration.

        Tests the connection step by step, with the stored credential.

        `POST /api/integrations/{integration}/check`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`
        """
        _input = CallInput(
            params={"integration": integration},
            options=request_options,
        )
        _result: ConnectionCheck = self._api.send(Route("integrations.check", "POST", "/integrations/{integration}/check"), _input)
        return _result

    def discover(
        self,
        integration: str,
        *,
        what: ChoiceKind,
        request_options: RequestOptions | None = None,
    ) -> PagedList[RemoteChoice]:
        """Discover projects, statuses, people and fields.

        Asks the external system for values to choose from in the settings and the mapping.

        `GET /api/integrations/{integration}/discover`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `integration_unreachable`

        Args:
            what: Kind of choices
        """
        _input = CallInput(
            params={"integration": integration},
            query={"what": what},
            options=request_options,
        )
        _result: PagedList[RemoteChoice] = self._api.list(Route("integrations.discover", "GET", "/integrations/{integration}/discover"), _input)
        return _result

    def preview(
        self,
        integration: str,
        *,
        mapping: FieldMapping | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> MappingPreview:
        """Preview a mapping.

        Applies a mapping to up to ten items of the external system. Nothing is stored or written.

        `POST /api/integrations/{integration}/preview`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `provider_missing`, `credential_required`, `integration_unreachable`

        Args:
            mapping: Mapping to preview; the stored one if omitted
        """
        _input = CallInput(
            params={"integration": integration},
            body={"mapping": mapping},
            options=request_options,
        )
        _result: MappingPreview = self._api.send(Route("integrations.preview", "POST", "/integrations/{integration}/preview"), _input)
        return _result

    def register_webhook(
        self,
        integration: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Register a vendor webhook.

        Registers the webhook URL of the integration with the vendor, so that changes arrive within seconds.

        `POST /api/integrations/{integration}/webhook`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `webhook_unsupported`, `integration_unreachable`
        """
        _input = CallInput(
            params={"integration": integration},
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.register_webhook", "POST", "/integrations/{integration}/webhook", retry="rejected"), _input)
        return _result

    def unregister_webhook(
        self,
        integration: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Integration:
        """Unregister the vendor webhook.

        The external system stops sending webhooks; changes are found by polling.

        `DELETE /api/integrations/{integration}/webhook`. Error codes: `integration_not_found`, `provider_missing`, `credential_required`, `webhook_unsupported`, `integration_unreachable`
        """
        _input = CallInput(
            params={"integration": integration},
            options=request_options,
        )
        _result: Integration = self._api.send(Route("integrations.unregister_webhook", "DELETE", "/integrations/{integration}/webhook"), _input)
        return _result

    def sync(
        self,
        integration: str,
        *,
        full: bool | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> SyncAsked:
        """Start a sync.

        Starts a sync run, or queues it.

        `POST /api/integrations/{integration}/sync`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `integration_not_found`, `integration_paused`, `provider_missing`, `credential_required`

        Args:
            full: Sync everything, not only changes. Default: `false`
        """
        _input = CallInput(
            params={"integration": integration},
            body={"full": full},
            options=request_options,
        )
        _result: SyncAsked = self._api.send(Route("integrations.sync", "POST", "/integrations/{integration}/sync", retry="rejected"), _input)
        return _result

    def runs(
        self,
        integration: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[SyncRun]:
        """List sync runs.

        Newest first, with counts and errors.

        `GET /api/integrations/{integration}/runs`. Error codes: `integration_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"integration": integration},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[SyncRun] = self._api.list(Route("integrations.runs", "GET", "/integrations/{integration}/runs"), _input)
        return _result

    def failures(
        self,
        integration: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[SyncFailure]:
        """List failed items.

        Items that failed to import.

        `GET /api/integrations/{integration}/failures`. Error codes: `integration_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"integration": integration},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[SyncFailure] = self._api.list(Route("integrations.failures", "GET", "/integrations/{integration}/failures"), _input)
        return _result

    def retry_failures(
        self,
        integration: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> FailuresRetried:
        """Retry failed items.

        Retries items that failed to sync.

        `POST /api/integrations/{integration}/failures/retry`. Error codes: `integration_not_found`, `integration_paused`
        """
        _input = CallInput(
            params={"integration": integration},
            options=request_options,
        )
        _result: FailuresRetried = self._api.send(Route("integrations.retry_failures", "POST", "/integrations/{integration}/failures/retry", retry="rejected"), _input)
        return _result

    def inbound(
        self,
        integration: str,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[InboundMessage]:
        """List inbound webhook messages.

        Webhook messages that the external system sent, newest first.

        `GET /api/integrations/{integration}/inbound`. Error codes: `integration_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
        """
        _input = CallInput(
            params={"integration": integration},
            query={"limit": limit, "cursor": cursor},
            options=request_options,
        )
        _result: PagedList[InboundMessage] = self._api.list(Route("integrations.inbound", "GET", "/integrations/{integration}/inbound"), _input)
        return _result


class SyncRunsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def get(
        self,
        run: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> SyncRun:
        """Get a sync run.

        Progress, counts and errors of one run.

        `GET /api/sync-runs/{run}`. Error codes: `sync_run_not_found`
        """
        _input = CallInput(
            params={"run": run},
            options=request_options,
        )
        _result: SyncRun = self._api.send(Route("sync_runs.get", "GET", "/sync-runs/{run}"), _input)
        return _result

    def cancel(
        self,
        run: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> SyncRun:
        """Cancel a sync run.

        Items already imported are kept. Has no effect on a finished run.

        `POST /api/sync-runs/{run}/cancel`. Error codes: `sync_run_not_found`
        """
        _input = CallInput(
            params={"run": run},
            options=request_options,
        )
        _result: SyncRun = self._api.send(Route("sync_runs.cancel", "POST", "/sync-runs/{run}/cancel", retry="rejected"), _input)
        return _result


class LinksResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        state: LinkState | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Link]:
        """List links.

        Links between tasks and items in external systems.

        `GET /api/links`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            integration: Only of this integration
            task: Only of this task (`tsk_…` or `T-142`)
            state: `planned`: the external item is being created. `active`: synced. `frozen`: sync is paused because a loop was detected. `gone`: the task or the external item was deleted.
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "integration": integration, "task": task, "state": state},
            options=request_options,
        )
        _result: PagedList[Link] = self._api.list(Route("links.list", "GET", "/links"), _input)
        return _result

    def create(
        self,
        task: str,
        *,
        integration: str,
        idempotency_key: str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Link:
        """Create a linked item.

        Creates an item for the task in the external system and keeps both in sync.

        `POST /api/tasks/{task}/links`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `idempotency_in_flight`, `idempotency_key_reused`, `task_not_found`, `integration_not_found`, `link_taken`, `link_not_allowed`

        Args:
            integration: Integration to create the item in
        """
        _input = CallInput(
            params={"task": task},
            body={"integration": integration},
            idempotency_key=idempotency_key,
            options=request_options,
        )
        _result: Link = self._api.send(Route("links.create", "POST", "/tasks/{task}/links", retry="key"), _input)
        return _result

    def get(
        self,
        link: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Link:
        """Get a link.

        A task and the external item that it is linked with.

        `GET /api/links/{link}`. Error codes: `link_not_found`
        """
        _input = CallInput(
            params={"link": link},
            options=request_options,
        )
        _result: Link = self._api.send(Route("links.get", "GET", "/links/{link}"), _input)
        return _result

    def explain(
        self,
        link: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> LinkExplanation:
        """Explain a link.

        The last common value of each field, and the changes of both sides, oldest first.

        `GET /api/links/{link}/explain`. Error codes: `link_not_found`
        """
        _input = CallInput(
            params={"link": link},
            options=request_options,
        )
        _result: LinkExplanation = self._api.send(Route("links.explain", "GET", "/links/{link}/explain"), _input)
        return _result

    def delete(
        self,
        link: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> None:
        """Delete a link.

        The task and the external item are kept and no longer synced.

        `DELETE /api/links/{link}`. Error codes: `link_not_found`
        """
        _input = CallInput(
            params={"link": link},
            options=request_options,
        )
        self._api.send(Route("links.remove", "DELETE", "/links/{link}"), _input)

    def resume(
        self,
        link: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> Link:
        """Resume a frozen link.

        Resumes a link whose sync was paused because a loop was detected.

        `POST /api/links/{link}/resume`. Error codes: `link_not_found`
        """
        _input = CallInput(
            params={"link": link},
            options=request_options,
        )
        _result: Link = self._api.send(Route("links.resume", "POST", "/links/{link}/resume", retry="rejected"), _input)
        return _result


class ConflictsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        state: ConflictState | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[Conflict]:
        """List conflicts.

        Fields that were changed both in Task Service and in the external system.

        `GET /api/conflicts`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            integration: Only of this integration
            task: Only of this task (`tsk_…` or `T-142`)
            state: Only in this state
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "integration": integration, "task": task, "state": state},
            options=request_options,
        )
        _result: PagedList[Conflict] = self._api.list(Route("conflicts.list", "GET", "/conflicts"), _input)
        return _result

    def resolve(
        self,
        conflict: str,
        *,
        use: Winner,
        request_options: RequestOptions | None = None,
    ) -> Conflict:
        """Resolve a conflict.

        Keeps the value of Task Service or that of the external system.

        `POST /api/conflicts/{conflict}/resolve`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `conflict_not_found`, `conflict_resolved`

        Args:
            use: Whose value to use: Task Service or the external system
        """
        _input = CallInput(
            params={"conflict": conflict},
            body={"use": use},
            options=request_options,
        )
        _result: Conflict = self._api.send(Route("conflicts.resolve", "POST", "/conflicts/{conflict}/resolve", retry="rejected"), _input)
        return _result


class WriteBacksResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        integration: str | NotGiven = NOT_GIVEN,
        task: str | NotGiven = NOT_GIVEN,
        state: WriteBackState | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[WriteBack]:
        """List write-backs.

        Changes of tasks that are pushed to external systems.

        `GET /api/write-backs`. Error codes: `integration_not_found`, `task_not_found`, `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            integration: Only of this integration
            task: Only of this task (`tsk_…` or `T-142`)
            state: Only in this state
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "integration": integration, "task": task, "state": state},
            options=request_options,
        )
        _result: PagedList[WriteBack] = self._api.list(Route("write_backs.list", "GET", "/write-backs"), _input)
        return _result

    def retry(
        self,
        write_back: str,
        *,
        request_options: RequestOptions | None = None,
    ) -> WriteBack:
        """Retry a write-back.

        Sends a failed write-back to the external system again.

        `POST /api/write-backs/{write_back}/retry`. Error codes: `write_back_not_found`, `write_back_not_failed`
        """
        _input = CallInput(
            params={"write_back": write_back},
            options=request_options,
        )
        _result: WriteBack = self._api.send(Route("write_backs.retry", "POST", "/write-backs/{write_back}/retry", retry="rejected"), _input)
        return _result


class StatsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def overview(
        self,
        *,
        range: OverviewRange | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> Overview:
        """Get tenant statistics.

        Throughput, workload and items needing attention. Large counts are lower bounds (`is_at_least`). Responses are cached for a few seconds, and up to a minute when they are expensive to compute.

        `GET /api/stats`

        Args:
            range: The last 24 hours by hour, or the last 7 or 30 days by day
        """
        _input = CallInput(
            query={"range": range},
            options=request_options,
        )
        _result: Overview = self._api.send(Route("stats.overview", "GET", "/stats"), _input)
        return _result

    def flow(
        self,
        *,
        range: OverviewRange | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> TaskFlow:
        """Get the task flow.

        Where tasks come from, which queues they are in, who works on them, and what their external systems have confirmed. Counts the newest 20,000 tasks of each step. Responses are cached for a few seconds, and up to a minute when they are expensive to compute.

        `GET /api/stats/flow`

        Args:
            range: The last 24 hours by hour, or the last 7 or 30 days by day
        """
        _input = CallInput(
            query={"range": range},
            options=request_options,
        )
        _result: TaskFlow = self._api.send(Route("stats.flow", "GET", "/stats/flow"), _input)
        return _result


class SettingsResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def get(
        self,
        *,
        request_options: RequestOptions | None = None,
    ) -> Settings:
        """Get tenant settings.

        Name, time zone, language and first day of the week.

        `GET /api/settings`
        """
        _input = CallInput(
            options=request_options,
        )
        _result: Settings = self._api.send(Route("settings.get", "GET", "/settings"), _input)
        return _result

    def update(
        self,
        *,
        name: str | NotGiven = NOT_GIVEN,
        time_zone: str | NotGiven = NOT_GIVEN,
        language: Language | NotGiven = NOT_GIVEN,
        week_start: WeekStart | NotGiven = NOT_GIVEN,
        if_match: int | str | None = None,
        request_options: RequestOptions | None = None,
    ) -> Settings:
        """Update tenant settings.

        Partial update (JSON Merge Patch).

        `PATCH /api/settings`. Error codes: `malformed_body`, `body_too_large`, `unsupported_media_type`, `version_mismatch`, `time_zone_unknown`

        Args:
            name: Display name of the tenant
            time_zone: IANA time zone name; days start and end in this time zone
            language: Default language of the dashboard; users can choose another
            week_start: First day of the week in calendars
        """
        _input = CallInput(
            body={"name": name, "time_zone": time_zone, "language": language, "week_start": week_start},
            if_match=if_match,
            options=request_options,
        )
        _result: Settings = self._api.send(Route("settings.change", "PATCH", "/settings"), _input)
        return _result


class AuditResource:
    def __init__(self, api: HttpTransport) -> None:
        self._api = api

    def list(
        self,
        *,
        limit: int | NotGiven = NOT_GIVEN,
        cursor: str | NotGiven = NOT_GIVEN,
        actor_kind: ActorKind | NotGiven = NOT_GIVEN,
        actor_id: str | NotGiven = NOT_GIVEN,
        action: Sequence[AuditAction] | NotGiven = NOT_GIVEN,
        subject_id: str | NotGiven = NOT_GIVEN,
        effects_of: str | NotGiven = NOT_GIVEN,
        since: datetime | str | NotGiven = NOT_GIVEN,
        until: datetime | str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> PagedList[AuditEntry]:
        """List audit entries.

        Newest first. Every change is recorded.

        `GET /api/audit`. Error codes: `invalid_cursor`

        Args:
            limit: Maximum number of items per page. A page may have fewer items and still have a `next_cursor`, because pages end at 4 MiB.
            cursor: `next_cursor` of the previous page; only valid with the same filters and sort order
            actor_kind: By actors of this kind
            actor_id: By this actor (`actor.id`)
            action: Any of these actions; repeatable
            subject_id: ID of the object: `tsk_…`, `agn_…`, `ten_…`, `viw_…`, `fld_…`, `tpl_…`, `sch_…`, `imp_…`, `whk_…`, `key_…`, `usr_…`, `int_…`, `lnk_…`, `cnf_…`, `wbk_…`, `con_…`; or the number of a task that was not deleted: `T-142`
            effects_of: Only what became of the effects of this agent: `approval.*` from the request to the confirmation
            since: At or after
            until: Before
        """
        _input = CallInput(
            query={"limit": limit, "cursor": cursor, "actor_kind": actor_kind, "actor_id": actor_id, "action": action, "subject_id": subject_id, "effects_of": effects_of, "since": since, "until": until},
            options=request_options,
        )
        _result: PagedList[AuditEntry] = self._api.list(Route("audit.list", "GET", "/audit"), _input)
        return _result

    def export(
        self,
        *,
        format: ExportFormat | NotGiven = NOT_GIVEN,
        actor_kind: ActorKind | NotGiven = NOT_GIVEN,
        actor_id: str | NotGiven = NOT_GIVEN,
        action: Sequence[AuditAction] | NotGiven = NOT_GIVEN,
        subject_id: str | NotGiven = NOT_GIVEN,
        effects_of: str | NotGiven = NOT_GIVEN,
        since: datetime | str | NotGiven = NOT_GIVEN,
        until: datetime | str | NotGiven = NOT_GIVEN,
        request_options: RequestOptions | None = None,
    ) -> HttpResponse:
        """Export the audit log.

        Streams all matching entries, newest first, up to the time of the request. An interrupted download is incomplete.

        `GET /api/audit/export`

        Args:
            format: Comma-separated values (RFC 4180), or one JSON object per line
            actor_kind: By actors of this kind
            actor_id: By this actor (`actor.id`)
            action: Any of these actions; repeatable
            subject_id: ID of the object: `tsk_…`, `agn_…`, `ten_…`, `viw_…`, `fld_…`, `tpl_…`, `sch_…`, `imp_…`, `whk_…`, `key_…`, `usr_…`, `int_…`, `lnk_…`, `cnf_…`, `wbk_…`, `con_…`; or the number of a task that was not deleted: `T-142`
            effects_of: Only what became of the effects of this agent: `approval.*` from the request to the confirmation
            since: At or after
            until: Before
        """
        _input = CallInput(
            query={"format": format, "actor_kind": actor_kind, "actor_id": actor_id, "action": action, "subject_id": subject_id, "effects_of": effects_of, "since": since, "until": until},
            options=request_options,
        )
        return self._api.open(Route("audit.export", "GET", "/audit/export"), _input)


class Resources:
    """A resource for each group of operations."""

    def __init__(self, api: HttpTransport) -> None:
        self.system = SystemResource(api)
        self.tasks = TasksResource(api)
        self.comments = CommentsResource(api)
        self.attachments = AttachmentsResource(api)
        self.events = EventsResource(api)
        self.fields = FieldsResource(api)
        self.views = ViewsResource(api)
        self.templates = TemplatesResource(api)
        self.schedules = SchedulesResource(api)
        self.imports = ImportsResource(api)
        self.webhooks = WebhooksResource(api)
        self.deliveries = DeliveriesResource(api)
        self.agents = AgentsResource(api)
        self.agent_tokens = AgentTokensResource(api)
        self.queues = QueuesResource(api)
        self.runs = RunsResource(api)
        self.questions = QuestionsResource(api)
        self.approvals = ApprovalsResource(api)
        self.connectors = ConnectorsResource(api)
        self.edge_jobs = EdgeJobsResource(api)
        self.providers = ProvidersResource(api)
        self.integrations = IntegrationsResource(api)
        self.sync_runs = SyncRunsResource(api)
        self.links = LinksResource(api)
        self.conflicts = ConflictsResource(api)
        self.write_backs = WriteBacksResource(api)
        self.stats = StatsResource(api)
        self.settings = SettingsResource(api)
        self.audit = AuditResource(api)
