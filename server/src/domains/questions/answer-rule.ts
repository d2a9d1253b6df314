// Which answers a question accepts, and which questions can be answered at all.
import {
  ANSWER_BYTES_MAX,
  type FieldError,
  type OnTimeout,
  type QuestionCreate,
} from '@task-service/contract'
import { checkSchema } from '#lib/json-schema/check-schema.ts'
import { validateValue } from '#lib/json-schema/validate-value.ts'
import { bodyError, fieldProblem, notAllowed } from '#lib/messages/field-problem.ts'
import { answerInvalid, schemaInvalid } from './errors.ts'
import type { QuestionRow } from './store.ts'

export type AnswerRule = Pick<QuestionRow, 'kind' | 'options' | 'answer_schema'>

/** Throws `answer_invalid`. `at` is the JSON pointer of the answer in the body. */
export function refuseAnswer(rule: AnswerRule, answer: unknown, at: string): void {
  const bytes = Buffer.byteLength(JSON.stringify(answer))
  if (bytes > ANSWER_BYTES_MAX) {
    const text = `is too large: ${bytes.toLocaleString('en')} bytes of JSON, maximum ${ANSWER_BYTES_MAX.toLocaleString('en')}`
    throw answerInvalid([bodyError(at, 'too_long', text)])
  }
  const errors = findErrors(rule, answer, at)
  if (errors.length > 0) throw answerInvalid(errors)
}

function findErrors(
  { kind, options, answer_schema: schema }: AnswerRule,
  answer: unknown,
  at: string,
): FieldError[] {
  if (kind === 'confirmation') {
    return typeof answer === 'boolean'
      ? []
      : [bodyError(at, 'invalid_type', 'must be true or false')]
  }
  if (kind === 'choice') {
    const values = (options ?? []).map(({ value }) => value)
    return values.some((value) => value === answer) ? [] : [notAllowed(at, answer, values)]
  }
  return schema ? validateValue(schema, answer, at) : []
}

/** Throws if no answer could be given to the question, or its timeout policy has none. Returns the policy. */
export function checkQuestion(sent: QuestionCreate): OnTimeout {
  const { kind, options, schema } = sent
  const errors = [
    ...(kind === 'choice'
      ? findOptionErrors(options)
      : refuseField(options, '/options', '`choice`')),
    ...(kind === 'input' ? [] : refuseField(schema, '/schema', '`input`')),
    ...findTimeoutErrors(sent.on_timeout),
  ]
  if (errors.length > 0) throw fieldProblem('invalid_request', errors)
  const fault = schema && checkSchema(schema)
  if (fault) throw schemaInvalid(fault)
  const policy = sent.on_timeout ?? { action: 'release' }
  if (policy.action === 'answer') {
    const rule = { kind, options: options ?? null, answer_schema: schema ?? null }
    refuseAnswer(rule, policy.answer, '/on_timeout/answer')
  }
  return policy
}

function refuseField(value: unknown, at: string, kind: string): FieldError[] {
  return value === undefined
    ? []
    : [bodyError(at, 'conflicting_fields', `is only allowed if kind is ${kind}`)]
}

function findOptionErrors(options: QuestionCreate['options']): FieldError[] {
  if (!options) return [bodyError('/options', 'required', 'is required if kind is `choice`')]
  const values = options.map(({ value }) => value)
  const second = values.findIndex((value, index) => values.indexOf(value) < index)
  return second === -1
    ? []
    : [bodyError(`/options/${second}/value`, 'duplicate', 'is the value of another option')]
}

function findTimeoutErrors(policy: OnTimeout | undefined): FieldError[] {
  const hasAnswer = policy?.answer !== undefined
  if (policy?.action === 'answer' && !hasAnswer) {
    return [bodyError('/on_timeout/answer', 'required', 'is required if action is `answer`')]
  }
  if (policy && policy.action !== 'answer' && hasAnswer) {
    return [
      bodyError(
        '/on_timeout/answer',
        'conflicting_fields',
        'is only allowed if action is `answer`',
      ),
    ]
  }
  return []
}
