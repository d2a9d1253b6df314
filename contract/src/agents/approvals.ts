// Effects, which are what a run would write to external systems, and the approvals of people that some of them need.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { COMMENT_BODY_MAX } from '../comments.ts'
import { Id, TaskReference } from '../ids.ts'
import { AgentWrites } from '../integrations/agent-writes.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Text, Timestamp } from '../schema.ts'
import { AgentName } from './agents.ts'
import { SentLeaseToken } from './runs.ts'

export const EFFECT_KINDS = ['create', 'update', 'comment'] as const

const FieldEffect = Closed({
  from: AnyJson('Value in the external system when both sides last agreed'),
  to: AnyJson('Value that is written'),
})

const StatementEffect = Closed(
  {
    database: Type.String(),
    name: Type.String({
      description: 'Name of the write statement in the connector’s policy file',
    }),
    parameters: Nullable(Type.String(), {
      description: 'Templates of its parameters, as configured in the integration',
    }),
    values: OpenObject({ description: 'What the templates are filled with' }),
  },
  { description: 'The statement that a database integration runs' },
)

/** Everything in it is part of the hash, so it has no text that is only shown. */
export const Effect = Closed(
  {
    integration_id: Id('integration'),
    provider: Type.String(),
    link_id: Id('link'),
    external_id: Nullable(Type.String(), { description: 'null for an item that is created' }),
    external_key: Nullable(Type.String()),
    kind: Choice(EFFECT_KINDS),
    fields: Type.Unsafe<Record<string, Static<typeof FieldEffect>>>({
      type: 'object',
      additionalProperties: FieldEffect,
      description: 'Fields that are written, with values of the external system',
    }),
    comment: Nullable(Closed({ id: Id('comment'), body: Type.String() })),
    statement: Nullable(StatementEffect),
    result_hash: Nullable(Type.String(), {
      description: 'SHA-256 of the result, which is passed on with an update',
    }),
    source_revision: Nullable(Type.String(), {
      description: 'Version of the external item that the effect was computed for',
    }),
    mapping: Type.String({
      description:
        'SHA-256 of the mapping and the settings of the integration, which decide what is written and where',
    }),
    run_id: Nullable(Id('run')),
    agent: AgentName,
    policy: AgentWrites,
  },
  { description: 'A change in an external system' },
)
export type Effect = Static<typeof Effect>

export const APPROVAL_STATES = [
  'open',
  'approved',
  'spent',
  'rejected',
  'stale',
  'withdrawn',
] as const
export const ApprovalState = Choice(APPROVAL_STATES, {
  description:
    '`open`: waits for a person. `approved`: not written yet. `spent`: used for the write-back it was given for. `stale`: there is nothing left to write. `withdrawn`: the run ended, or someone else moved the task.',
})
export type ApprovalState = Static<typeof ApprovalState>

const EffectsHash = Type.String({
  pattern: worded('^[0-9a-f]{64}$', 'must be a SHA-256 digest in lowercase hex'),
  description: 'SHA-256 of the canonical JSON (RFC 8785) of `effects`',
})

const Receipt = Closed(
  {
    link_id: Id('link'),
    kind: Choice(EFFECT_KINDS),
    external_version: Nullable(Type.String(), {
      description: 'Version of the external item in which the change was read back',
    }),
    external_comment_id: Nullable(Type.String()),
    at: Timestamp(),
  },
  { description: 'Confirmation by the external system' },
)
export type Receipt = Static<typeof Receipt>

export const Approval = Closed(
  {
    id: Id('approval'),
    task_id: Id('task'),
    run_id: Nullable(Id('run')),
    agent: AgentName,
    state: ApprovalState,
    effects: Type.Array(Effect),
    hash: EffectsHash,
    result: AnyJson('Result that the task gets when the effects are approved; null without one'),
    previous: Nullable(Closed({ hash: EffectsHash, effects: Type.Array(Effect) }), {
      description: 'The effects before they changed',
    }),
    reason: Nullable(Type.String(), { description: 'Why they were rejected' }),
    decided_by: Nullable(Actor),
    decided_at: Nullable(Timestamp()),
    receipts: Type.Array(Receipt),
    acknowledged_at: Nullable(Timestamp('When the agent confirmed that it has the rejection')),
    created_at: Timestamp(),
    updated_at: Timestamp(),
  },
  { description: 'A decision of a person about effects of an agent' },
)
export type Approval = Static<typeof Approval>

export const ApprovalGrant = Closed({
  hash: Type.String({
    ...EffectsHash,
    description: 'Hash of the effects that you have seen; others are not approved',
  }),
})
export type ApprovalGrant = Static<typeof ApprovalGrant>

export const ApprovalRejection = Closed({
  reason: Text({ minLength: 1, maxLength: 2_000, description: 'For the agent' }),
})
export type ApprovalRejection = Static<typeof ApprovalRejection>

export const ApprovalEdit = Closed(
  {
    result: Type.Optional(AnyJson('Replaces the result; must match the `output_schema`')),
    comments: Type.Optional(
      Type.Array(
        Closed({
          id: Id('comment'),
          body: Text({ minLength: 1, maxLength: COMMENT_BODY_MAX }),
        }),
        { minItems: 1, maxItems: 50, description: 'New texts of comments in `effects`' },
      ),
    ),
  },
  { minProperties: 1, description: 'Omitted parts are unchanged' },
)
export type ApprovalEdit = Static<typeof ApprovalEdit>

export const ApprovalListQuery = Closed({
  ...pageQuery,
  state: Type.Optional(
    Type.Array(ApprovalState, {
      minItems: 1,
      maxItems: APPROVAL_STATES.length,
      description: 'Any of these; repeatable',
    }),
  ),
  task: Type.Optional(TaskReference),
  agent: Type.Optional(AgentName),
})
export type ApprovalListQuery = Static<typeof ApprovalListQuery>
export const ApprovalPage = Page(Approval, 'A page of approvals, newest first')
export const approvalParams = Closed({ approval: Id('approval') })

export const EffectPreviewRequest = Closed({
  lease_token: SentLeaseToken,
  result: Type.Optional(AnyJson('Result of the work, as it would be completed')),
})
export type EffectPreviewRequest = Static<typeof EffectPreviewRequest>

export const EffectPreview = Closed(
  {
    policy: Type.Unsafe<AgentWrites>({
      ...AgentWrites,
      description:
        'What completing the run would do. `allow`: complete it. `approve`: park it for an approval. `forbid`: be rejected.',
    }),
    effects: Type.Array(Effect),
  },
  { description: 'What completing the run would write to external systems' },
)
export type EffectPreview = Static<typeof EffectPreview>
