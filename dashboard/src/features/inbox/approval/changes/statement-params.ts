// The parameters of a statement as they will be sent. What only the connector can fill in is shown as its template.
import type { Effect } from '@task-service/contract'

export type StatementParam = {
  name: string
  /** As JSON; undefined if it contains a name that is filled in later. */
  value: unknown
  template: string | undefined
}

const NAME = /\{\{\s*([^{}\s][^{}]*?)\s*\}\}/g
const ONLY_NAME = /^\s*\{\{\s*([^{}\s][^{}]*?)\s*\}\}\s*$/

type Statement = NonNullable<Effect['statement']>

export function readParams({ parameters, values }: Statement): StatementParam[] {
  return Object.entries(readTemplates(parameters)).flatMap(([name, given]) => {
    const template = typeof given === 'string' ? given : given[String(values['task.status'])]
    return template === undefined ? [] : [fill(name, template, values)]
  })
}

type Given = string | Readonly<Record<string, string>>

function readTemplates(text: string | null): Readonly<Record<string, Given>> {
  try {
    const read: unknown = JSON.parse(text ?? '{}')
    const isRecord = typeof read === 'object' && read !== null && !Array.isArray(read)
    return isRecord ? (read as Record<string, Given>) : {} // the integration has validated it
  } catch {
    return {}
  }
}

function fill(name: string, template: string, values: Statement['values']): StatementParam {
  const names = [...template.matchAll(NAME)].map(([, found = '']) => found)
  if (names.some((one) => !Object.hasOwn(values, one))) return { name, value: undefined, template }
  const valueOf = (one: string) => (one === 'task.result' ? textOf(values[one]) : values[one])
  const [, alone] = ONLY_NAME.exec(template) ?? []
  const value =
    alone === undefined
      ? template.replace(NAME, (_, one: string) => textOf(values[one]))
      : (valueOf(alone) ?? null)
  return { name, value, template: undefined }
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
