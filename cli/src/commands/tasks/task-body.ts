// The options of create and edit as the body of a request. An empty text clears a field.
import { CommandError } from '#cli/program/command-error.ts'
import { type CommandInput } from '#cli/program/command-input.ts'
import { readTime } from './read-time.ts'

export type TaskBody = Record<string, unknown>

/** Only fields whose option is set. */
export function taskBody(input: CommandInput): TaskBody {
  const body: TaskBody = {}
  const set = (field: string, value: unknown): void => {
    if (value !== undefined) body[field] = value
  }
  const clearable = (name: string): string | null | undefined => {
    const text = input.text(name)
    return text === '' ? null : text
  }
  const time = (name: string, flag: string): string | null | undefined =>
    input.text(name) === '' ? null : readTime(input.text(name), flag, 'future')
  set('title', input.text('title'))
  set('description', input.text('description'))
  set('status', input.text('status'))
  set('priority', input.text('priority'))
  set('queue', input.text('queue'))
  set(
    'labels',
    input.texts('label')?.filter((label) => label !== ''),
  )
  set('assignee', clearable('assignee'))
  set('delegate', clearable('agent'))
  set('parent_id', clearable('parent'))
  set('due_at', time('due', '--due'))
  set('not_before', time('notBefore', '--not-before'))
  set('blocked_by', input.texts('blockedBy'))
  set('input', input.json('input', '--input'))
  set('source', input.text('source'))
  set('external_id', input.text('externalId'))
  if (input.has('field')) set('fields', readFields(input))
  return body
}

function readFields(input: CommandInput): Record<string, unknown> {
  return Object.fromEntries(
    input.pairs('field', '--field').map(([name, value]) => [name, readValue(value)]),
  )
}

/** Numbers, booleans, null, lists and objects are JSON; everything else is text. */
export function readValue(text: string): unknown {
  if (!/^(-?\d|true$|false$|null$|[[{"])/.test(text)) return text
  try {
    const value: unknown = JSON.parse(text)
    // 00123 and 1.10 are more likely identifiers and versions than numbers.
    return typeof value === 'number' && String(value) !== text ? text : value
  } catch {
    return text
  }
}

export function requireChange(body: TaskBody): void {
  if (Object.keys(body).length > 0) return
  throw new CommandError(
    'usage',
    'Nothing to change: set at least one option, or pass - to read JSON.',
  )
}
