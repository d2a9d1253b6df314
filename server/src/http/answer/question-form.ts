// The form for a question: its fields by the kind of the question and the schema of its answer, and the answer they give.
import type { Question } from '@task-service/contract'
import { bodyError, fieldProblem } from '#lib/messages/field-problem.ts'
import type { Problem } from '#lib/problem.ts'
import { readJson } from '../json-body.ts'

export type Control = 'text' | 'number' | 'json' | 'choice'
export type FormOption = { label: string; description?: string | undefined; value: unknown }
export type FormField = {
  /** Of the form control. */
  name: string
  /** Of the answer; without it the field is the answer. */
  property?: string
  label: string
  description?: string | undefined
  control: Control
  options: readonly FormOption[]
  isRequired: boolean
}

const YES_NO: readonly FormOption[] = [
  { label: 'Yes', value: true },
  { label: 'No', value: false },
]

type Schema = Record<string, unknown>

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

export function fieldsOf({ kind, options, schema }: Question): FormField[] {
  const whole = { name: 'answer', label: 'Answer', isRequired: true }
  if (kind === 'confirmation') return [{ ...whole, control: 'choice', options: YES_NO }]
  if (kind === 'choice') {
    const shown = (options ?? []).map(({ value, label = value, description }) => ({
      value,
      label,
      description,
    }))
    return [{ ...whole, control: 'choice', options: shown }]
  }
  if (schema === null) return [{ ...whole, control: 'text', options: [] }]
  const single = readScalar(schema)
  if (single) return [{ ...whole, ...single }]
  return readFlat(schema) ?? [{ ...whole, label: 'Answer (JSON)', control: 'json', options: [] }]
}

/** Keywords that say nothing about which fields there are. */
const PLAIN = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'title',
  'description',
  '$schema',
  '$id',
  '$comment',
  'examples',
  'default',
])

/** Undefined unless it is an object of scalars and nothing else. */
function readFlat(schema: Schema): FormField[] | undefined {
  const { type, properties, required } = schema
  const isFlat = type === 'object' && Object.keys(schema).every((keyword) => PLAIN.has(keyword))
  if (!isFlat || !isSchema(properties)) return undefined
  const names = Object.keys(properties)
  const fields = names.flatMap((property, index) => {
    const part = properties[property]
    const scalar = isSchema(part) ? readScalar(part) : undefined
    const isRequired = Array.isArray(required) && required.includes(property)
    const label = (isSchema(part) && textOf(part['title'])) || property
    return scalar ? [{ ...scalar, name: `field-${index}`, property, label, isRequired }] : []
  })
  return names.length > 0 && fields.length === names.length ? fields : undefined
}

type Scalar = Pick<FormField, 'control' | 'options' | 'description'>

function readScalar(schema: Schema): Scalar | undefined {
  const description = textOf(schema['description'])
  const values = schema['enum']
  if (Array.isArray(values)) {
    const options = values.map((value: unknown) => ({ label: labelOf(value), value }))
    return { control: 'choice', options, description }
  }
  switch (schema['type']) {
    case 'string':
      return { control: 'text', options: [], description }
    case 'number':
    case 'integer':
      return { control: 'number', options: [], description }
    case 'boolean':
      return { control: 'choice', options: YES_NO, description }
    default:
      return undefined
  }
}

const labelOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

/** Values of form controls, by name. */
export type FormValues = ReadonlyMap<string, string>

/** Browsers send line breaks as CRLF. */
export function readValues(text: string): FormValues {
  return new Map(
    [...new URLSearchParams(text)].map(([name, value]) => [name, value.replaceAll('\r\n', '\n')]),
  )
}

/** Whether it matches the question is decided where the answer is stored. */
export function answerOf(fields: readonly FormField[], values: FormValues): unknown {
  const [only] = fields
  if (fields.length === 1 && only && only.property === undefined) {
    const value = valueOf(only, values)
    if (value === undefined) throw missing()
    return value
  }
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = valueOf(field, values)
      return value === undefined ? [] : [[field.property ?? field.name, value]]
    }),
  )
}

function missing(): Problem {
  return fieldProblem('answer_invalid', [bodyError('/answer', 'required', 'is required')])
}

/** Undefined for a field that was left empty. */
function valueOf({ name, control, options, property }: FormField, values: FormValues): unknown {
  const text = values.get(name)
  if (text === undefined) return undefined
  if (control === 'choice') return /^\d{1,4}$/.test(text) ? options[Number(text)]?.value : undefined
  if (control === 'json') return text.trim() === '' ? undefined : readJson(Buffer.from(text))
  if (control === 'number') {
    const number = Number(text)
    if (text.trim() === '') return undefined
    return Number.isFinite(number) ? number : text
  }
  return text === '' && property !== undefined ? undefined : text
}
