// Questions of agents to people: a run waits for the answer without a lease, and the answer is returned until acknowledged.
import { type Static, Type } from 'typebox'
import { Actor } from '../actors.ts'
import { Id, TaskReference } from '../ids.ts'
import { Page, pageQuery } from '../page.ts'
import { AnyJson, Choice, Closed, Nullable, OpenObject, Text, Timestamp } from '../schema.ts'
import { AgentName } from './agents.ts'
import { SentLeaseToken } from './runs.ts'

/** Of an answer, as JSON in UTF-8. */
export const ANSWER_BYTES_MAX = 64 * 1024
/** Of a schema, as JSON in UTF-8. */
export const SCHEMA_BYTES_MAX = 16 * 1024

export const QUESTION_KINDS = ['input', 'choice', 'confirmation'] as const
export const QuestionKind = Choice(QUESTION_KINDS, {
  description:
    '`input`: any answer that matches `schema`. `choice`: one of `options`. `confirmation`: true or false.',
})
export type QuestionKind = Static<typeof QuestionKind>

export const QUESTION_STATES = ['open', 'answered', 'expired', 'withdrawn'] as const
export const QuestionState = Choice(QUESTION_STATES, {
  description:
    '`expired`: no one answered in time. `withdrawn`: the run ended before there was an answer.',
})
export type QuestionState = Static<typeof QuestionState>

const QuestionOption = Closed({
  value: Text({ minLength: 1, maxLength: 200, description: 'The answer if this is chosen' }),
  label: Type.Optional(
    Text({ minLength: 1, maxLength: 200, description: 'Shown to people; `value` by default' }),
  ),
  description: Type.Optional(Text({ maxLength: 500 })),
})
const QuestionOptions = Type.Array(QuestionOption, { minItems: 1, maxItems: 20 })

export const TIMEOUT_ACTIONS = ['fail', 'release', 'answer'] as const
const OnTimeout = Closed(
  {
    action: Choice(TIMEOUT_ACTIONS, {
      description:
        '`fail`: the task fails. `release`: the task returns to its queue. `answer`: `answer` is used.',
    }),
    answer: Type.Optional(AnyJson('Answer to use; required for `answer`')),
  },
  { description: 'What happens at `expires_at` if no one has answered; `release` by default' },
)
export type OnTimeout = Static<typeof OnTimeout>

const Prompt = Text({ minLength: 1, maxLength: 2_000, description: 'The question' })
const QuestionContext = Text({
  maxLength: 10_000,
  description: 'What people need to know to answer, in Markdown',
})
const AnswerSchema = OpenObject({
  description: 'JSON Schema (2020-12) of the answer; only for `input`, up to 16 KiB',
})

export const Question = Closed(
  {
    id: Id('question'),
    run_id: Id('run'),
    task_id: Id('task'),
    agent: AgentName,
    kind: QuestionKind,
    prompt: Type.String(),
    context: Type.String(),
    schema: Nullable(OpenObject()),
    options: Nullable(QuestionOptions),
    state: QuestionState,
    expires_at: Nullable(Timestamp()),
    on_timeout: OnTimeout,
    answer: AnyJson('The answer; null if there is none'),
    note: Nullable(Type.String(), { description: 'Note from the person who answered' }),
    answered_by: Nullable(Actor, {
      description: 'null if there is no answer, or if it is the one in `on_timeout`',
    }),
    answered_at: Nullable(Timestamp()),
    acknowledged_at: Nullable(Timestamp('When the agent acknowledged the answer')),
    created_at: Timestamp(),
  },
  { description: 'A question of an agent' },
)
export type Question = Static<typeof Question>

export const QuestionCreate = Closed(
  {
    lease_token: SentLeaseToken,
    kind: QuestionKind,
    prompt: Prompt,
    context: Type.Optional(QuestionContext),
    schema: Type.Optional(AnswerSchema),
    options: Type.Optional(QuestionOptions),
    expires_in_seconds: Type.Optional(
      Type.Integer({
        minimum: 60,
        maximum: 2_592_000,
        description: 'Time to answer in seconds; without it, the question stays open',
      }),
    ),
    on_timeout: Type.Optional(OnTimeout),
    checkpoint: Type.Optional(
      AnyJson('Saved with the run, as in a heartbeat; up to 64 KiB of JSON'),
    ),
  },
  { description: 'The question. The run is parked until the question is answered.' },
)
export type QuestionCreate = Static<typeof QuestionCreate>

export const QuestionAnswer = Closed({
  answer: AnyJson('The answer; up to 64 KiB of JSON'),
  note: Type.Optional(Text({ maxLength: 2_000, description: 'Note for the agent' })),
})
export type QuestionAnswer = Static<typeof QuestionAnswer>

/** Of a one-time link. */
export const ANSWER_LINK_HOURS = { default: 72, max: 720 } as const
export const AnswerLinkCreate = Closed({
  expires_in_hours: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: ANSWER_LINK_HOURS.max,
      default: ANSWER_LINK_HOURS.default,
    }),
  ),
})
export type AnswerLinkCreate = Static<typeof AnswerLinkCreate>
export const AnswerLink = Closed(
  {
    url: Type.Optional(
      Type.String({
        description:
          'Anyone with this link can answer once, without an account. A new link replaces the old one. A retry with the same `Idempotency-Key` does not return it again.',
      }),
    ),
    expires_at: Timestamp(),
  },
  { description: 'A link to answer the question' },
)
export type AnswerLink = Static<typeof AnswerLink>

export const QuestionListQuery = Closed({
  ...pageQuery,
  state: Type.Optional(
    Type.Array(QuestionState, {
      minItems: 1,
      maxItems: 4,
      description: 'Any of these; repeatable',
    }),
  ),
  task: Type.Optional(TaskReference),
  agent: Type.Optional(AgentName),
})
export type QuestionListQuery = Static<typeof QuestionListQuery>
export const QuestionPage = Page(Question, 'A page of questions, newest first')
export const questionParams = Closed({ question: Id('question') })
