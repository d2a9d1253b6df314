// The typed parameters of a statement, and what of them is sent. The connector validates them again.
import type { StatementFace, StatementParam } from '@task-service/contract'

export type Typed = Readonly<Record<string, string>>
export type ParamProblem = 'missing' | 'integer' | 'number' | 'uuid' | 'tooLong'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Why a value cannot be sent; undefined when it can, or when it may be left out. */
export function problemOf(param: StatementParam, text: string): ParamProblem | undefined {
  const value = text.trim()
  if (value === '') return param.required ? 'missing' : undefined
  if (param.type === 'integer' && !/^[+-]?\d+$/.test(value)) return 'integer'
  if (param.type === 'number' && !Number.isFinite(Number(value))) return 'number'
  if (param.type === 'uuid' && !UUID.test(value)) return 'uuid'
  if (param.max_length !== undefined && text.length > param.max_length) return 'tooLong'
  return undefined
}

export const isComplete = ({ params }: StatementFace, typed: Typed): boolean =>
  params.every((param) => problemOf(param, typed[param.name] ?? '') === undefined)

/** Without empty values: the policy file may have a default for them. */
export function paramsOf({ params }: StatementFace, typed: Typed): Record<string, unknown> {
  return Object.fromEntries(
    params.flatMap((param) => {
      const text = typed[param.name] ?? ''
      return text.trim() === '' ? [] : [[param.name, valueOf(param, text)] as const]
    }),
  )
}

function valueOf({ type }: StatementParam, text: string): unknown {
  const value = text.trim()
  switch (type) {
    case 'integer':
      // What a number cannot hold travels as text.
      return Number.isSafeInteger(Number(value)) ? Number(value) : value
    case 'number':
      return Number(value)
    case 'boolean':
      return value === 'true'
    case 'timestamp':
      return new Date(value).toISOString()
    case 'text':
      return text
    default:
      return value
  }
}
