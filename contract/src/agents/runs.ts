// Claims and runs: an agent claims a task under a lease, reports progress and completes it.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id, idPattern, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { worded } from '../patterns.ts'
import { AnyJson, Choice, Closed, Nullable, Text, Timestamp } from '../schema.ts'
import { Assignee, Queue, Task } from '../tasks/tasks.ts'
import { AgentName, Usage } from './agents.ts'
import { LEASE_LOSSES } from './lease-losses.ts'

export const CLAIM_MAX = 20
export const LEASE_SECONDS = { min: 15, max: 3600, default: 300 } as const
export const CLAIM_WAIT_SECONDS_MAX = 50
/** Of a checkpoint, as JSON in UTF-8. */
export const CHECKPOINT_BYTES_MAX = 64 * 1024

const leaseSeconds = Type.Optional(
  Type.Integer({
    minimum: LEASE_SECONDS.min,
    maximum: LEASE_SECONDS.max,
    default: LEASE_SECONDS.default,
    description: 'Duration of the lease in seconds; each heartbeat renews it',
  }),
)

const renewedSeconds = Type.Optional(
  Type.Integer({
    minimum: LEASE_SECONDS.min,
    maximum: LEASE_SECONDS.max,
    description: 'Duration of the renewed lease in seconds; by default the same as before',
  }),
)

const ofAgent = Type.Optional(
  Type.Unsafe<string>({
    ...AgentName,
    description:
      'Name of the agent that claims. Required with an API key. With an agent token, omit it: the token identifies the agent.',
  }),
)

export const ClaimRequest = Closed(
  {
    agent: ofAgent,
    queues: Type.Optional(
      Type.Array(Queue, {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
        description: 'Queues to claim from; by default all queues of the agent',
      }),
    ),
    max: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: CLAIM_MAX,
        default: 1,
        description: 'Maximum number of tasks',
      }),
    ),
    lease_seconds: leaseSeconds,
    wait_seconds: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: CLAIM_WAIT_SECONDS_MAX,
        default: 0,
        description: 'How many seconds to wait for a task if there is none (long polling)',
      }),
    ),
  },
  { description: 'Which tasks to claim, and for how long' },
)
export type ClaimRequest = Static<typeof ClaimRequest>

export const TaskClaimRequest = Closed({ agent: ofAgent, lease_seconds: leaseSeconds })
export type TaskClaimRequest = Static<typeof TaskClaimRequest>

export const RUN_STATES = [
  'working',
  'parked',
  'completed',
  'failed',
  'released',
  'expired',
  'canceled',
] as const
export const RunState = Choice(RUN_STATES, {
  description:
    '`working`: has a lease. `parked`: waits for an answer or an approval, without a lease. `released`: the task returned to its queue. `expired`: the lease ended without a heartbeat. `canceled`: the run was stopped, the status of the task was changed, or the task or the agent was deleted.',
})
export type RunState = Static<typeof RunState>

export const PLAN_STEP_STATES = ['pending', 'working', 'done', 'skipped'] as const
const PlanStep = Closed({
  title: Text({ minLength: 1, maxLength: 200 }),
  state: Choice(PLAN_STEP_STATES),
  note: Type.Optional(Text({ maxLength: 1_000, description: 'Result of the step in one line' })),
})
export const Plan = Type.Array(PlanStep, { maxItems: 50, description: 'Steps of the work' })
export type Plan = Static<typeof Plan>

export const Progress = Closed({
  message: Type.Optional(Text({ maxLength: 500 })),
  percent: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
})
export type Progress = Static<typeof Progress>

export const Run = Closed(
  {
    id: Id('run'),
    task_id: Id('task'),
    agent: AgentName,
    queue: Type.String(),
    attempt: Type.Integer({ minimum: 1, description: 'Number of this attempt at the task' }),
    state: RunState,
    end_reason: Nullable(Choice(LEASE_LOSSES), {
      description: 'Why the run ended; null if the agent ended it',
    }),
    lease_expires_at: Nullable(
      Timestamp(
        'End of the lease; null after the run has ended. For a parked run: null until the question is answered, then the time by which a heartbeat must resume the run.',
      ),
    ),
    cancel_requested: Type.Boolean({ description: 'Someone asked the agent to stop' }),
    progress: Nullable(Progress),
    plan: Nullable(Plan),
    error: Nullable(Type.String(), {
      description: 'Error that the agent reported, or the question that expired',
    }),
    handoff: Nullable(Type.String(), { description: 'Note for the next attempt' }),
    approval_id: Nullable(Id('approval'), {
      description: 'Approval that the parked run waits for, or waited for when it ended',
    }),
    usage: Usage,
    created_at: Timestamp(),
    waited_seconds: Type.Number({
      minimum: 0,
      description: 'How long the task was ready before it was claimed',
    }),
    heartbeat_at: Timestamp('Last heartbeat, claim or question'),
    ended_at: Nullable(Timestamp()),
  },
  { description: 'An attempt of an agent at a task' },
)
export type Run = Static<typeof Run>

export const Answer = Closed({
  question_id: Id('question'),
  answer: AnyJson('The answer'),
  note: Nullable(Type.String()),
  answered_by: Nullable(Actor),
  answered_at: Timestamp(),
})
export type Answer = Static<typeof Answer>

export const Rejection = Closed(
  {
    approval_id: Id('approval'),
    reason: Type.String(),
    rejected_by: Actor,
    rejected_at: Timestamp(),
  },
  { description: 'Effects that a person rejected' },
)
export type Rejection = Static<typeof Rejection>

export const LeaseToken = Type.String({
  pattern: worded('^lease_[A-Za-z0-9_-]{32}$', 'must be the lease token of the claim'),
  description: 'Lease token of the claim',
  examples: ['lease_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
})

const WrittenBy = Closed(
  {
    checkpoint: Nullable(AgentName),
    plan: Nullable(AgentName),
    handoff: Nullable(AgentName),
  },
  { description: 'Agents that saved them; null for what is null' },
)

const Resume = Closed(
  {
    checkpoint: AnyJson('Latest checkpoint of the earlier attempts, or null'),
    plan: Nullable(Plan),
    handoff: Nullable(Type.String()),
    written_by: WrittenBy,
    answers: Type.Array(Answer, { description: 'Answers that no attempt has acknowledged' }),
    rejections: Type.Array(Rejection, {
      description: 'Rejected effects that no attempt has acknowledged',
    }),
  },
  { description: 'Saved by earlier attempts' },
)

export const ClaimedTask = Closed({
  task: Task,
  run: Run,
  lease_token: LeaseToken,
  resume: Resume,
})
export type ClaimedTask = Static<typeof ClaimedTask>
export const Claimed = Closed(
  { data: Type.Array(ClaimedTask) },
  { description: 'The claimed tasks; empty if there are none' },
)
export type Claimed = Static<typeof Claimed>

/** In requests: error messages never show it. */
export const SentLeaseToken = Type.String({ ...LeaseToken, writeOnly: true })
const token = { lease_token: SentLeaseToken }
const DeclaredUsage = Closed(
  {
    tokens: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000 })),
    cost: Type.Optional(Type.Number({ minimum: 0, maximum: 1_000_000 })),
  },
  { description: 'Used since the last heartbeat, as declared by the agent; not enforced' },
)

const Acknowledged = Type.String({
  pattern: worded(
    `^(${idPattern('question')}|${idPattern('approval')})$`,
    'must be a question ID (qst_…) or an approval ID (apr_…)',
    { echo: true },
  ),
})

export const Heartbeat = Closed({
  ...token,
  lease_seconds: renewedSeconds,
  progress: Type.Optional(Progress),
  plan: Type.Optional(Plan),
  checkpoint: Type.Optional(
    AnyJson('Returned to the next attempt in `resume`; up to 64 KiB of JSON'),
  ),
  usage: Type.Optional(DeclaredUsage),
  acknowledge: Type.Optional(
    Type.Array(Acknowledged, {
      maxItems: 50,
      description:
        'Questions and approvals whose answers and rejections the agent has saved, so that they are not returned again',
    }),
  ),
})
export type Heartbeat = Static<typeof Heartbeat>

export const HeartbeatResponse = Closed(
  {
    state: Choice(['working', 'parked']),
    lease_expires_at: Nullable(Timestamp(), { description: 'null while the run is parked' }),
    cancel_requested: Type.Boolean({
      description: 'Someone asked the agent to stop: release the task soon',
    }),
    source_changed: Nullable(
      Closed({
        fields: Type.Array(Type.String()),
      }),
      { description: 'Fields of the task that others changed since the last heartbeat' },
    ),
    answers: Type.Array(Answer, { description: 'Answers that no attempt has acknowledged' }),
    budget_left: Closed(
      {
        seconds: Nullable(Type.Integer({ minimum: 0 })),
        calls: Nullable(Type.Integer({ minimum: 0 })),
        effects: Nullable(Type.Integer({ minimum: 0 })),
      },
      {
        description:
          'Remaining budget of the run or of the day, the smaller of the two; null for no limit',
      },
    ),
    rejections: Type.Array(Rejection, {
      description: 'Rejected effects that no attempt has acknowledged',
    }),
  },
  { description: 'The renewed lease, a stop request, changes of the task, and answers' },
)
export type HeartbeatResponse = Static<typeof HeartbeatResponse>

export const RunComplete = Closed({
  ...token,
  result: Type.Optional(AnyJson('Result of the work; must match the `output_schema` of the task')),
})
export type RunComplete = Static<typeof RunComplete>

export const RunFail = Closed({
  ...token,
  error: Text({ minLength: 1, maxLength: 2_000, description: 'What went wrong' }),
  retryable: Type.Optional(
    Type.Boolean({
      default: true,
      description:
        'true: the task is retried after a backoff until `max_attempts` is reached. false: the task fails immediately.',
    }),
  ),
  retry_after_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400, description: 'Overrides the backoff' }),
  ),
})
export type RunFail = Static<typeof RunFail>

export const RunRelease = Closed({
  ...token,
  handoff: Type.Optional(Text({ maxLength: 10_000, description: 'Note for the next attempt' })),
  delay_seconds: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 86_400,
      default: 0,
      description: 'How many seconds the task cannot be claimed',
    }),
  ),
})
export type RunRelease = Static<typeof RunRelease>

export const RunCancel = Closed({
  force: Type.Optional(
    Type.Boolean({
      default: false,
      description:
        'true: end the run immediately. false: ask the agent to stop, and end the run after 30 s if it has not. A parked run always ends immediately.',
    }),
  ),
})
export type RunCancel = Static<typeof RunCancel>
/** How long an agent has to stop after the request. */
export const CANCEL_GRACE_SECONDS = 30

export const TaskTake = Closed({
  assignee: Type.Optional(Assignee),
})
export type TaskTake = Static<typeof TaskTake>

export const RunListQuery = Closed({
  ...pageQuery,
  task: Type.Optional(TaskReference),
  agent: Type.Optional(AgentName),
  queue: Type.Optional(Queue),
  state: Type.Optional(
    Type.Array(RunState, { minItems: 1, maxItems: 7, description: 'Any of these; repeatable' }),
  ),
})
export type RunListQuery = Static<typeof RunListQuery>
export const RunPage = Page(Run, 'A page of runs, newest first')
export const runParams = Closed({ run: Id('run') })
