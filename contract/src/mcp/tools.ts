// The tools of `/mcp`: what a language model reads. Each costs context in every conversation, so the texts are short and
// the schemas only shape the arguments; the operations behind them validate.
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import { QUESTION_KINDS } from '../agents/questions.ts'
import { CLAIM_WAIT_SECONDS_MAX, PLAN_STEP_STATES } from '../agents/runs.ts'
import { Choice, Closed, OpenObject } from '../schema.ts'
import { PRIORITIES } from '../tasks/tasks.ts'
import { STATUSES } from '../transitions.ts'

export type ToolDefinition = {
  title: string
  description: string
  input: TObject
  /** Changes nothing; offered by `/mcp/readonly`. */
  readOnly?: true
  /** Repeating the call has no further effect. */
  idempotent?: true
  /** Returns tasks that the caller has not claimed: agents need `reads_beyond_claim`. */
  readsBeyondClaim?: true
}

/** An MCP client cancels a call after 60 s in most cases, and some after 5 s. */
export const MCP_WAIT_SECONDS_MAX = Math.min(20, CLAIM_WAIT_SECONDS_MAX)
/** Models do not send heartbeats while they think. Every call renews the lease. */
export const MCP_LEASE_SECONDS = 900
export const MCP_PAGE_MAX = 20

const words = (description?: string) =>
  Type.String(description === undefined ? {} : { description })
const maybe = <Schema extends TSchema>(schema: Schema) => Type.Optional(schema)
const held = { run: words(), lease_token: words() }
const agent = maybe(words('Agent to act as; only with an API key'))

export const mcpTools = {
  whoami: {
    title: 'Who am I',
    description: 'Your tenant, agent, queues, permissions and remaining budget.',
    input: Closed({ agent }),
    readOnly: true,
  },
  find_tasks: {
    title: 'Find tasks',
    description: 'Search tasks, newest first. get_task has the details.',
    input: Closed({
      q: maybe(words('Search for parts of words')),
      status: maybe(Choice(STATUSES)),
      queue: maybe(words()),
      assignee: maybe(words()),
      delegate: maybe(words('Agent')),
      limit: maybe(Type.Integer({ minimum: 1, maximum: MCP_PAGE_MAX })),
      cursor: maybe(words('next_cursor of the last page')),
    }),
    readOnly: true,
    readsBeyondClaim: true,
  },
  get_task: {
    title: 'Get a task',
    description: 'A task with its input, fields and comments. Long texts come in parts.',
    input: Closed({
      task: words('ID or T-142'),
      offset: maybe(Type.Integer({ minimum: 0, description: 'Start of the description' })),
      cursor: maybe(words('next_cursor of the comments')),
    }),
    readOnly: true,
  },
  claim_task: {
    title: 'Claim a task',
    description:
      'Take the next ready task, or the given one. Returns the task, run and lease_token; pass both to every other tool that works on the task. Each call claims another task.',
    input: Closed({
      queues: maybe(Type.Array(words())),
      task: maybe(words('ID or T-142')),
      wait_seconds: maybe(Type.Integer({ minimum: 0, maximum: MCP_WAIT_SECONDS_MAX })),
      agent,
    }),
  },
  report: {
    title: 'Report progress',
    description:
      'Save progress and renew the lease. Returns whether to stop, changes at the source, and answers.',
    input: Closed({
      ...held,
      message: maybe(words()),
      percent: maybe(Type.Integer({ minimum: 0, maximum: 100 })),
      plan: maybe(
        Type.Array(
          Type.Object({
            title: words(),
            state: Choice(PLAN_STEP_STATES),
            note: maybe(words()),
          }),
        ),
      ),
      checkpoint: maybe(Type.Unknown({ description: 'JSON for the next attempt' })),
    }),
    idempotent: true,
  },
  ask: {
    title: 'Ask a person',
    description:
      'Ask about the task. The run waits without a lease until a person answers; then get_answers returns it.',
    input: Closed({
      ...held,
      kind: Choice(QUESTION_KINDS),
      prompt: words(),
      context: maybe(words('Markdown')),
      options: maybe(Type.Array(words(), { description: 'For choice' })),
      schema: maybe(OpenObject({ description: 'JSON Schema of the answer, for input' })),
    }),
    idempotent: true,
  },
  get_answers: {
    title: 'Get answers',
    description:
      'Answers, approvals and rejections of people, until you acknowledge them. Also tells whether to stop.',
    input: Closed({
      ...held,
      acknowledge: maybe(Type.Array(words(), { description: 'Question or approval IDs' })),
    }),
    idempotent: true,
  },
  comment: {
    title: 'Comment',
    description: 'Comment on the task of the run. People and linked systems can see it.',
    input: Closed({ ...held, body: words('Markdown') }),
    idempotent: true,
  },
  preview_effects: {
    title: 'Preview effects',
    description:
      'What completing the task would write to external systems, and whether a person must approve it.',
    input: Closed({ ...held, result: maybe(Type.Unknown()) }),
    idempotent: true,
  },
  complete_task: {
    title: 'Complete the task',
    description:
      'Store the result, which must match output_schema of the task, and end the run. If a person must approve the effects, the run waits; then get_answers returns the decision.',
    input: Closed({ ...held, result: maybe(Type.Unknown({ description: 'Any JSON' })) }),
    idempotent: true,
  },
  fail_task: {
    title: 'Fail the task',
    description: 'Report an error. The task is retried unless retryable is false.',
    input: Closed({ ...held, error: words(), retryable: maybe(Type.Boolean()) }),
    idempotent: true,
  },
  release_task: {
    title: 'Release the task',
    description: 'Return the task to its queue without a result.',
    input: Closed({
      ...held,
      delay_seconds: maybe(Type.Integer({ minimum: 0, description: 'Earliest next claim' })),
    }),
    idempotent: true,
  },
  hand_off: {
    title: 'Hand off the task',
    description: 'Return the task to its queue with a note for the next worker.',
    input: Closed({ ...held, note: words() }),
    idempotent: true,
  },
  create_task: {
    title: 'Create a task',
    description: 'Tasks of agents start in triage, where a person accepts them.',
    input: Closed({
      title: words(),
      description: maybe(words('Markdown')),
      queue: maybe(words()),
      priority: maybe(Choice(PRIORITIES)),
      parent: maybe(words('ID or number of the parent task')),
    }),
    idempotent: true,
  },
} as const satisfies Record<string, ToolDefinition>

export type ToolName = keyof typeof mcpTools
export type ToolArguments<Name extends ToolName> = Static<(typeof mcpTools)[Name]['input']>
export const TOOL_NAMES = Object.keys(mcpTools) as ToolName[]
