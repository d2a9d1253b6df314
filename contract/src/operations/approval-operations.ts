// Operations on approvals, for people and API keys. Agents can only preview the effects of their own run.
import {
  Approval,
  ApprovalEdit,
  ApprovalGrant,
  ApprovalListQuery,
  ApprovalPage,
  ApprovalRejection,
  approvalParams,
  EffectPreview,
  EffectPreviewRequest,
} from '../agents/approvals.ts'
import { runParams } from '../agents/runs.ts'
import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { bodyErrors, idempotencyErrors } from './request-errors.ts'

const tag = 'Approvals'

export const approvalOperations = {
  'approvals.list': operation({
    method: 'GET',
    path: '/api/approvals',
    tag,
    summary: 'List approvals',
    description: 'Requests of agents to change external systems, newest first.',
    query: ApprovalListQuery,
    success: { 200: { description: 'Newest first', body: ApprovalPage, headers: ['Link'] } },
    errors: ['task_not_found', 'invalid_cursor'],
  }),
  'approvals.get': operation({
    method: 'GET',
    path: '/api/approvals/{approval}',
    tag,
    summary: 'Get an approval',
    description:
      'What would change, with the values before and after, and the `hash` that approves exactly this.',
    params: approvalParams,
    query: NoQuery,
    success: { 200: { description: 'The approval', body: Approval } },
    errors: ['approval_not_found'],
  }),
  'approvals.approve': operation({
    method: 'POST',
    path: '/api/approvals/{approval}/approve',
    tag,
    summary: 'Approve effects',
    description:
      'Approves exactly the effects with this hash and completes the run that waits for them. If the effects have changed, nothing is approved: the approval stays open and shows both versions. Safe to retry with the same hash.',
    params: approvalParams,
    query: NoQuery,
    body: ApprovalGrant,
    success: { 200: { description: 'The approval', body: Approval } },
    errors: [
      ...bodyErrors,
      'approval_not_found',
      'approval_closed',
      'effects_changed',
      'effects_forbidden',
    ],
  }),
  'approvals.reject': operation({
    method: 'POST',
    path: '/api/approvals/{approval}/reject',
    tag,
    summary: 'Reject effects',
    description:
      'Nothing is written. A run that waits resumes with its next heartbeat, which returns the reason; if the agent is gone, the next attempt gets it.',
    params: approvalParams,
    query: NoQuery,
    body: ApprovalRejection,
    success: { 200: { description: 'The approval', body: Approval } },
    errors: [...bodyErrors, ...idempotencyErrors, 'approval_not_found', 'approval_closed'],
    idempotencyKey: true,
  }),
  'approvals.edit': operation({
    method: 'POST',
    path: '/api/approvals/{approval}/edit',
    tag,
    summary: 'Edit what is to be approved',
    description:
      'Changes the result and the comments of the agent, and returns the new effects and their hash. Approve them with that hash.',
    params: approvalParams,
    query: NoQuery,
    body: ApprovalEdit,
    success: { 200: { description: 'The approval', body: Approval } },
    errors: [
      ...bodyErrors,
      ...idempotencyErrors,
      'approval_not_found',
      'approval_closed',
      'effects_forbidden',
      'result_invalid',
    ],
    idempotencyKey: true,
  }),
  'runs.preview_effects': operation({
    method: 'POST',
    path: '/api/runs/{run}/preview',
    tag,
    summary: 'Preview the effects of a run',
    description:
      'Returns what completing the run with this result would write to external systems. Changes nothing.',
    params: runParams,
    query: NoQuery,
    body: EffectPreviewRequest,
    success: { 200: { description: 'The effects', body: EffectPreview } },
    errors: [...bodyErrors, 'run_not_found', 'lease_lost', 'run_parked', 'result_invalid'],
    agentToken: true,
    isRepeatable: true,
  }),
} as const satisfies Record<string, Operation>
