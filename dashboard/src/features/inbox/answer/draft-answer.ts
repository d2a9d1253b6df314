// What a person has entered so far, and the answer that it makes.
import type { Question } from '@task-service/contract'
import { readSchema, type SchemaField } from './schema-form.ts'

export type Draft = {
  /** The chosen option; `true` or `false` for a confirmation. */
  chosen: string
  /** Free text, or JSON. */
  text: string
  /** By the name of the property. */
  values: Readonly<Record<string, string>>
  note: string
}

export const EMPTY_DRAFT: Draft = { chosen: '', text: '', values: {}, note: '' }

export type Invalid = 'missing' | 'number' | 'integer' | 'json'
export type Made = { answer: unknown } | { invalid: Invalid; field?: string }

export const isEmptyDraft = ({ chosen, text, values, note }: Draft): boolean =>
  [chosen, text, note, ...Object.values(values)].every((one) => one.trim() === '')

type Asked = Pick<Question, 'kind' | 'schema'>

export function makeAnswer({ kind, schema }: Asked, draft: Draft): Made {
  if (kind === 'confirmation') {
    return draft.chosen === '' ? { invalid: 'missing' } : { answer: draft.chosen === 'true' }
  }
  if (kind === 'choice') {
    return draft.chosen === '' ? { invalid: 'missing' } : { answer: draft.chosen }
  }
  const form = readSchema(schema)
  if (form.kind === 'text') {
    return draft.text.trim() === '' ? { invalid: 'missing' } : { answer: draft.text.trim() }
  }
  if (form.kind === 'json') return readJson(draft.text)
  if (form.kind === 'value') return readValue(form.field, draft.values[''] ?? '')
  return readObject(form.fields, draft.values)
}

function readJson(text: string): Made {
  if (text.trim() === '') return { invalid: 'missing' }
  try {
    return { answer: JSON.parse(text) as unknown }
  } catch {
    return { invalid: 'json' }
  }
}

function readObject(fields: readonly SchemaField[], values: Draft['values']): Made {
  const answer: Record<string, unknown> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ''
    if (value.trim() === '' && !field.isRequired) continue
    const made = readValue(field, value)
    if ('invalid' in made) return { ...made, field: field.name }
    answer[field.name] = made.answer
  }
  return { answer }
}

export function readValue({ type }: Pick<SchemaField, 'type'>, value: string): Made {
  const text = value.trim()
  if (text === '') return { invalid: 'missing' }
  if (type === 'boolean') return { answer: text === 'true' }
  if (type === 'text' || type === 'choice') return { answer: type === 'text' ? text : value }
  const number = Number(text)
  if (!Number.isFinite(number)) return { invalid: 'number' }
  return type === 'integer' && !Number.isInteger(number)
    ? { invalid: 'integer' }
    : { answer: number }
}
