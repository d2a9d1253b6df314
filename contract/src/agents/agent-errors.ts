// Errors of agents, runs, questions, approvals and queues; a part of the error catalog.

export const agentErrors = {
  agent_unauthenticated: {
    status: 401,
    title: 'Invalid agent token',
    when: 'The agent token is missing, wrong, expired, revoked or belongs to another tenant.',
    action:
      'Send a token of the agent as `Authorization: Bearer agt_…`. Create one with `POST /api/agents/{agent}/tokens`.',
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
    when: 'There is no agent with this name in your tenant.',
    action: 'List the agents with `GET /api/agents`, or create one with `POST /api/agents`.',
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
    when: 'There is no run with this ID in your tenant, or it belongs to another agent.',
    action: 'List the runs with `GET /api/runs`.',
  },
  question_not_found: {
    status: 404,
    title: 'Question not found',
    when: 'There is no question with this ID in your tenant.',
    action: 'List the questions with `GET /api/questions`.',
  },
  approval_not_found: {
    status: 404,
    title: 'Approval not found',
    when: 'There is no approval with this ID in your tenant.',
    action: 'List the approvals with `GET /api/approvals`.',
  },
  agent_name_taken: {
    status: 409,
    title: 'Agent name taken',
    when: 'Another agent in this tenant has this name.',
    action: 'Choose another name, or update the existing agent.',
  },
  agent_limit_reached: {
    status: 409,
    title: 'Too many agents',
    when: 'The tenant has the maximum number of agents.',
    action: 'Delete an agent that is no longer used.',
  },
  agent_token_limit_reached: {
    status: 409,
    title: 'Too many agent tokens',
    when: 'The agent has two valid tokens already.',
    action: 'Revoke one with `DELETE /api/agents/{agent}/tokens/{token}`, then create the new one.',
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
    when: 'The run has ended, or the lease token is not the one of this run. Nothing was changed.',
    action:
      'Stop working on the task and discard the result; `reason` says why. Claim the next task.',
  },
  task_not_claimable: {
    status: 409,
    title: 'Task not claimable',
    when: 'The task is not ready, not due yet, blocked, claimed already or delegated to another agent.',
    action: 'See `detail`. Get the task to see its status and who works on it.',
  },
  task_already_taken: {
    status: 409,
    title: 'Task already taken',
    when: 'The task is in progress, or in a status in which it cannot be taken.',
    action: 'Get the task to see who works on it.',
  },
  question_closed: {
    status: 409,
    title: 'Question closed',
    when: 'The question was answered already, has expired or was withdrawn.',
    action: 'Get the question to see the answer and who gave it.',
  },
  run_parked: {
    status: 409,
    title: 'Run parked',
    when: 'The run waits for the answer to a question, or for an approval.',
    action: 'Send heartbeats until `state` is `working` again.',
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
    when: 'The answer does not match the question: its schema, its options, or true or false.',
    action: 'See `detail`.',
  },
  schema_invalid: {
    status: 400,
    title: 'Invalid JSON Schema',
    when: 'The schema is not a valid JSON Schema (2020-12), is too large, or uses `$ref` to another document.',
    action: 'See `detail`.',
  },
  dependency_invalid: {
    status: 400,
    title: 'Invalid dependency',
    when: '`blocked_by` has an unknown task, the task itself, or a task that waits for this one.',
    action: 'Use the IDs of existing tasks that do not depend on this task.',
  },
  answer_link_invalid: {
    status: 410,
    title: 'Link expired',
    when: 'The link was used already, was replaced by a newer one, has expired, or never existed.',
    action: 'Ask for a new link, or answer the question in the dashboard.',
  },
  too_many_waiting_claims: {
    status: 429,
    title: 'Too many waiting claims',
    when: 'The tenant has reached the limit of claims that wait for tasks per process.',
    action: 'Retry after `Retry-After` seconds, or use fewer claimers with a larger `max`.',
  },
} as const
