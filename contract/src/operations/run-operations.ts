// Operations of workers: claim tasks, send heartbeats, and complete, fail or release runs.
import {
  Claimed,
  ClaimedTask,
  ClaimRequest,
  Heartbeat,
  HeartbeatResponse,
  Run,
  RunCancel,
  RunComplete,
  RunFail,
  RunListQuery,
  RunPage,
  RunRelease,
  runParams,
  TaskClaimRequest,
  TaskTake,
} from '../agents/runs.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { Task, taskParams } from '../tasks/tasks.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

const tag = 'Runs'
const claimErrors = [
  'agent_not_found',
  'agent_paused',
  'budget_exhausted',
  'queue_not_allowed',
] as const
const leaseErrors = ['run_not_found', 'lease_lost'] as const

export const runOperations = {
  'runs.claim': operation({
    method: 'POST',
    path: '/api/tasks/claim',
    tag,
    summary: 'Claim tasks',
    description:
      'Returns the next tasks of the queues, each with a run and its lease token. No other worker gets a task while its lease is valid. With `wait_seconds`, the request waits for a task (long polling). Not safe to retry: a second request claims other tasks. If a response is lost, its tasks return to their queues when the leases end.',
    query: NoQuery,
    body: ClaimRequest,
    success: { 200: { description: 'The claimed tasks', body: Claimed } },
    errors: [...bodyErrors, ...claimErrors, 'too_many_waiting_claims'],
    agentToken: true,
  }),
  'runs.claim_task': operation({
    method: 'POST',
    path: '/api/tasks/{task}/claim',
    tag,
    summary: 'Claim a task',
    params: taskParams,
    query: NoQuery,
    body: TaskClaimRequest,
    success: { 200: { description: 'The claimed task', body: ClaimedTask } },
    errors: [...bodyErrors, ...claimErrors, 'task_not_found', 'task_not_claimable'],
    agentToken: true,
  }),
  'runs.take': operation({
    method: 'POST',
    path: '/api/tasks/{task}/take',
    tag,
    summary: 'Take a task',
    description:
      'Moves a `ready` or `triage` task to `in_progress` for a person, without a run and without a `delegate`, so that no agent can claim it. Send `assignee` to assign the task as well.',
    params: taskParams,
    query: NoQuery,
    body: TaskTake,
    success: { 200: { description: 'The task', body: Task, headers: ['ETag'] } },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'task_not_found',
      'task_already_taken',
      'version_mismatch',
    ],
    idempotencyKey: true,
    ifMatch: true,
  }),
  'runs.list': operation({
    method: 'GET',
    path: '/api/runs',
    tag,
    summary: 'List runs',
    query: RunListQuery,
    success: { 200: { description: 'Newest first', body: RunPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'runs.get': operation({
    method: 'GET',
    path: '/api/runs/{run}',
    tag,
    summary: 'Get a run',
    params: runParams,
    query: NoQuery,
    success: { 200: { description: 'The run', body: Run } },
    errors: ['run_not_found'],
    agentToken: true,
  }),
  'runs.heartbeat': operation({
    method: 'POST',
    path: '/api/runs/{run}/heartbeat',
    tag,
    summary: 'Send a heartbeat',
    description:
      'Renews the lease, and saves progress, plan and checkpoint. Returns stop requests, changed fields of the task, answers and rejected effects. Resumes a parked run whose question was answered or whose effects were rejected; until then, the heartbeat of a parked run saves nothing.',
    params: runParams,
    query: NoQuery,
    body: Heartbeat,
    success: { 200: { description: 'The renewed lease', body: HeartbeatResponse } },
    errors: [...bodyErrors, ...leaseErrors],
    agentToken: true,
  }),
  'runs.complete': operation({
    method: 'POST',
    path: '/api/runs/{run}/complete',
    tag,
    summary: 'Complete a run',
    description:
      'Completes the task. A `result` that does not match the `output_schema` of the task is rejected, and the lease is unchanged. If a person has to approve what would be written to external systems, the run is parked instead: the task is `in_review`, and `approval_id` of the run names the approval. Safe to retry with the same lease token.',
    params: runParams,
    query: NoQuery,
    body: RunComplete,
    success: {
      200: {
        description: 'The task: completed, or in review until its effects are approved',
        body: Task,
        headers: ['ETag'],
      },
    },
    errors: [
      ...bodyErrors,
      ...leaseErrors,
      'run_parked',
      'result_invalid',
      'budget_exhausted',
      'effects_forbidden',
    ],
    agentToken: true,
  }),
  'runs.fail': operation({
    method: 'POST',
    path: '/api/runs/{run}/fail',
    tag,
    summary: 'Fail a run',
    description:
      'Reports an error. The task is retried after a backoff, or fails after `max_attempts` failed attempts. Safe to retry with the same lease token.',
    params: runParams,
    query: NoQuery,
    body: RunFail,
    success: { 200: { description: 'The run', body: Run } },
    errors: [...bodyErrors, ...leaseErrors],
    agentToken: true,
  }),
  'runs.release': operation({
    method: 'POST',
    path: '/api/runs/{run}/release',
    tag,
    summary: 'Release a run',
    description:
      'Returns the task to its queue without a failed attempt. If someone asked the agent to stop, the run is canceled instead and the task stays `in_progress`. Safe to retry with the same lease token.',
    params: runParams,
    query: NoQuery,
    body: RunRelease,
    success: { 200: { description: 'The run', body: Run } },
    errors: [...bodyErrors, ...leaseErrors],
    agentToken: true,
  }),
  'runs.cancel': operation({
    method: 'POST',
    path: '/api/runs/{run}/cancel',
    tag,
    summary: 'Stop a run',
    description:
      'The next heartbeat returns `cancel_requested`. If the agent does not release the task, the run ends after 30 s. The task stays `in_progress` without a run, so that no agent claims it again.',
    params: runParams,
    query: NoQuery,
    body: RunCancel,
    success: { 200: { description: 'The run', body: Run } },
    errors: [...bodyErrors, ...idempotencyErrors, 'run_not_found', 'lease_lost'],
    idempotencyKey: true,
  }),
} as const satisfies Record<string, Operation>
