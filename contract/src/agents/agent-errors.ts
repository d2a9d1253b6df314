// Errors of agents, runs, questions, approvals and queues; a part of the error catalog.

export const agentErrors = {
  agent_unauthenticated: {
    status: 401,
    title: 'Invalid agent token',
    when: 'The agent token is missing, wrong, expired, revoked or belongs to another tenant.',
    action:
      'Send a token of the agent as `Authorization: Bearer agt_…`. Create one with `POST /api/agents/{agent}/tokens`.',
  },
  tool_not_allowed: {
    status: 403,
    title: 'Tool not allowed',
    when: 'The settings of the agent or the toolset do not allow this MCP tool.',
    action: 'See `detail`. Change the agent with `PATCH /api/agents/{agent}`, or use `/mcp`.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    when: 'A web page of another host sent a request to `/mcp`.',
    action: 'Connect an MCP client instead of a web page, or remove the `Origin` header.',
  },
  queue_not_allowed: {
    status: 403,
    title: 'Queue not allowed',
    when: 'The agent cannot claim tasks from this queue.',
    action:
      'Claim from one of the agent’s queues, or add the queue with `PATCH /api/agents/{agent}`.',
  },
  effects_forbidden: {
    status: 403,
    title: 'Effects forbidden',
    when: 'The run would change an external system, and the agent may not write to it.',
    action:
      'See `detail`. Release the run with a `handoff` and let a person finish the task, or change `agent_writes` of the integration or `writes_outward` of the agent.',
  },
  agent_not_found: {
    status: 404,
    title: 'Agent not found',
    when: 'No agent in this tenant has this name.',
    action: 'List agents with `GET /api/agents`, or create one with `POST /api/agents`.',
  },
  agent_token_not_found: {
    status: 404,
    title: 'Agent token not found',
    when: 'The agent has no valid token with this ID.',
    action: 'List its tokens with `GET /api/agents/{agent}/tokens`.',
  },
  run_not_found: {
    status: 404,
    title: 'Run not found',
    when: 'No run in this tenant has this ID, it belongs to another agent, or its retention period is over.',
    action: 'List runs with `GET /api/runs` to see their IDs.',
  },
  question_not_found: {
    status: 404,
    title: 'Question not found',
    when: 'No question in this tenant has this ID, or its retention period is over.',
    action: 'List questions with `GET /api/questions` to see their IDs.',
  },
  approval_not_found: {
    status: 404,
    title: 'Approval not found',
    when: 'There is no approval with this ID in your tenant.',
    action: 'List the approvals with `GET /api/approvals`.',
  },
  agent_name_taken: {
    status: 409,
    title: 'Agent name already exists',
    when: 'Another agent in this tenant has this name.',
    action: 'Choose another name, or update the existing agent.',
  },
  agent_limit_reached: {
    status: 409,
    title: 'Agent limit reached',
    when: 'The tenant has the maximum number of agents.',
    action: 'Delete an agent that is no longer used.',
  },
  agent_token_limit_reached: {
    status: 409,
    title: 'Agent token limit reached',
    when: 'The agent already has two valid tokens.',
    action: 'Revoke one with `DELETE /api/agents/{agent}/tokens/{token}`, then create a new one.',
  },
  agent_paused: {
    status: 409,
    title: 'Agent paused',
    when: 'The agent is paused, so it cannot claim tasks.',
    action: 'Resume it with `POST /api/agents/{agent}/resume`.',
  },
  budget_exhausted: {
    status: 409,
    title: 'Budget exhausted',
    when: 'The agent has used up its budget for the run or the day.',
    action:
      'See `detail`. Raise the budget with `PATCH /api/agents/{agent}`, or wait until the next day (UTC).',
  },
  lease_lost: {
    status: 409,
    title: 'Lease lost',
    when: 'The run has ended, its lease has expired, the agent is paused or its budget is used up, or the lease token does not match the run. Nothing was changed.',
    action: 'See `reason`. Stop working on the task, discard the result and claim the next task.',
  },
  task_not_claimable: {
    status: 409,
    title: 'Task not claimable',
    when: 'The task is not ready, not due yet, blocked, already claimed or delegated to another agent, or the agent has reached its `concurrency`.',
    action: 'See `detail`. Get the task to see its `status`, `assignee` and `delegate`.',
  },
  task_already_taken: {
    status: 409,
    title: 'Task already taken',
    when: 'An agent has already claimed the task, or its status is not `triage` or `ready`.',
    action: 'Get the task to see its `status`, `assignee` and `delegate`.',
  },
  question_closed: {
    status: 409,
    title: 'Question closed',
    when: 'The question was already answered, has expired or was withdrawn.',
    action: 'Get the question to see its `state`, and the answer if it was answered.',
  },
  run_parked: {
    status: 409,
    title: 'Run parked',
    when: 'The run is waiting for the answer to a question, or for an approval.',
    action: 'Send heartbeats until `state` is `working`, then retry.',
  },
  approval_closed: {
    status: 409,
    title: 'Approval closed',
    when: 'The effects were approved or rejected already, or the approval was withdrawn.',
    action: 'Get the approval to see the decision and who made it.',
  },
  effects_changed: {
    status: 409,
    title: 'Effects changed',
    when: 'The effects are not those with this hash: the task, the external item or the mapping has changed. Nothing was approved.',
    action:
      'Get the approval, compare `effects` with `previous`, and approve the new hash or reject it.',
  },
  result_invalid: {
    status: 400,
    title: 'Invalid result',
    when: 'The result does not match the `output_schema` of the task.',
    action: 'See `errors`, fix the result and complete the run again. The lease is unchanged.',
  },
  answer_invalid: {
    status: 400,
    title: 'Invalid answer',
    when: 'The answer, or the answer in `on_timeout`, does not match the question: it must be true or false, one of `options`, or match `schema`, and be at most 64 KiB of JSON.',
    action: 'See `errors`, then send a valid answer.',
  },
  schema_invalid: {
    status: 400,
    title: 'Invalid JSON Schema',
    when: 'The schema is not a valid JSON Schema (2020-12), is larger than 16 KiB, or uses an unsupported keyword, a pattern with groups or alternatives, or a `$ref` to another document.',
    action: 'See `detail`, then fix the schema.',
  },
  dependency_invalid: {
    status: 400,
    title: 'Invalid dependency',
    when: '`blocked_by` contains an unknown task, the task itself, or a task that depends on this one; or its tasks depend on more than 10,000 other tasks.',
    action: 'Use the IDs of existing tasks that do not depend on this task.',
  },
  answer_link_invalid: {
    status: 410,
    title: 'Link expired',
    when: 'The link was already used, was replaced by a newer one, has expired, or never existed; or the question is closed.',
    action:
      'Ask the person who sent you the link for a new one, or answer the question in the dashboard.',
  },
  too_many_waiting_claims: {
    status: 429,
    title: 'Too many waiting claims',
    when: 'The tenant has reached the limit of claims that wait for tasks per process.',
    action: 'Retry after `Retry-After` seconds, or send fewer claims with a larger `max`.',
  },
} as const
