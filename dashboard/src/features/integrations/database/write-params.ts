// What the parameters of the statement that writes get: a text for each, or one for each outcome of the task.
import type { StatementFace, StatementParam } from '@task-service/contract'

export const OUTCOMES = ['completed', 'failed', 'canceled'] as const
export type Outcome = (typeof OUTCOMES)[number]
export type Given = string | Partial<Record<Outcome, string>>

/** Parameters of these names are filled in automatically. */
const BY_NAME = ['key', 'version', 'result', 'note', 'number']

/** Parameters that need a value. */
export const paramsToSet = (face: StatementFace, keyColumn: string): StatementParam[] =>
  face.params.filter(({ name }) => !BY_NAME.includes(name) && name !== keyColumn)

/** A status, and whatever has a list to choose from, depends on the outcome of the task. */
export const isByOutcome = ({ name, choices }: StatementParam): boolean =>
  name === 'status' || choices !== undefined

export function readGiven(text: string): Record<string, Given> {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null && !Array.isArray(read)
      ? (read as Record<string, Given>) // written by this form; the integration validates what was typed manually
      : {}
  } catch {
    return {}
  }
}

/** As the configuration keeps it; nothing where nothing was said. */
export function writeGiven(given: Readonly<Record<string, Given>>): string {
  const kept = Object.entries(given).flatMap(([name, value]): [string, Given][] => {
    if (typeof value === 'string') return value === '' ? [] : [[name, value]]
    const said = Object.fromEntries(Object.entries(value).filter(([, text]) => text !== ''))
    return Object.keys(said).length === 0 ? [] : [[name, said]]
  })
  return kept.length === 0 ? '' : JSON.stringify(Object.fromEntries(kept))
}

/** Required and without a word for a task that was completed. */
export const isUnset = (param: StatementParam, given: Given | undefined): boolean =>
  // Without a value, the status of the task is written.
  param.required &&
  param.name !== 'status' &&
  (typeof given === 'string' ? given : (given?.completed ?? '')) === ''
