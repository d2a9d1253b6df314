// Translates values between the vendor and a task, field by field, using the integration's mapping.
import {
  FIELDS_MAX,
  findRemotePerson,
  MAPPED_FIELDS,
  type MappedField,
  type ResolvedMapping,
  type Task,
  type TaskChange,
} from '@task-service/contract'
import type { Json, Manifest, RemoteFields } from '@task-service/kit'

export type Values = { [field: string]: Json }

/** What a mapping and a manifest say together. */
export type Dictionary = { mapping: ResolvedMapping; fields: Manifest['fields'] }

const limits = { title: 500, description: 100_000, assignee: 200, label: 64, labels: 50 }
const CUSTOM = 'custom.'

export function fieldsOf({ mapping }: Dictionary): string[] {
  const mapped = MAPPED_FIELDS.filter((field) => mapping.fields[field].direction !== 'none')
  const custom = mapping.custom.filter(({ direction }) => direction !== 'none')
  return [...mapped, ...custom.map(({ remote }) => `${CUSTOM}${remote}`)]
}

export function ruleOf(
  { mapping }: Dictionary,
  field: string,
): ResolvedMapping['fields'][MappedField] {
  if (!field.startsWith(CUSTOM)) return mapping.fields[field as MappedField] // `fieldsOf` gives no other
  const direction = customOf(mapping, field)?.direction ?? 'none'
  return { direction, policy: 'latest' }
}

function customOf(mapping: ResolvedMapping, field: string) {
  return mapping.custom.find(({ remote }) => `${CUSTOM}${remote}` === field)
}

/** Only fields that the vendor returned. */
export function remoteValues(dictionary: Dictionary, fields: RemoteFields): Values {
  const values: Values = {}
  for (const field of fieldsOf(dictionary)) {
    const value = field.startsWith(CUSTOM)
      ? fields.custom?.[field.slice(CUSTOM.length)]
      : fields[field as MappedField]
    if (value !== undefined) values[field] = value
  }
  return values
}

/** The form in which they are sent. */
export function remoteFields(values: Values): RemoteFields {
  const custom: Record<string, Json> = {}
  const plain: Values = {}
  for (const [field, value] of Object.entries(values)) {
    if (field.startsWith(CUSTOM)) custom[field.slice(CUSTOM.length)] = value
    else plain[field] = value
  }
  const named = plain as RemoteFields // names and values are those of `remoteValues`
  return Object.keys(custom).length > 0 ? { ...named, custom } : named
}

export function localValues(dictionary: Dictionary, task: Task): Values {
  return Object.fromEntries(
    fieldsOf(dictionary).map((field) => {
      if (!field.startsWith(CUSTOM)) return [field, task[field as MappedField]]
      const name = customOf(dictionary.mapping, field)?.field ?? ''
      return [field, (task.fields[name] ?? null) as Json] // stored from JSON
    }),
  )
}

/** What a new item gets. */
export function wantedValues(dictionary: Dictionary, task: Task): Values {
  const local = localValues(dictionary, task)
  const wanted: Values = {}
  for (const field of fieldsOf(dictionary)) {
    const { direction } = ruleOf(dictionary, field)
    if (direction !== 'both' && direction !== 'out') continue
    const value = toRemote(dictionary, field, local[field] ?? null)
    if (value !== undefined && value !== null) wanted[field] = value
  }
  return wanted
}

export function taskChange(dictionary: Dictionary, values: Values): TaskChange {
  const change: Record<string, unknown> = {}
  const fields: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(values)) {
    const custom = customOf(dictionary.mapping, field)
    if (custom) fields[custom.field] = value
    else change[field] = value
  }
  const isSmall = Object.keys(fields).length > 0 && Object.keys(fields).length <= FIELDS_MAX
  return { ...change, ...(isSmall && { fields }) }
}

/** PostgreSQL text cannot hold U+0000. Whole characters are cut, not halves of them. */
export function cut(text: string, most: number): string {
  const clean = text.replaceAll('\0', '').replaceAll(/[\ud800-\udfff]/gu, '\ufffd')
  if (clean.length <= most) return clean
  const points = Array.from(clean)
  return points.length <= most ? clean : points.slice(0, most).join('')
}

/**
 * The task's value for a value of the vendor; undefined when it is not mapped. The current value stays if it maps to the
 * same one: `in_review` and `in_progress` may both be "Started" at the vendor.
 */
export function toLocal(
  { mapping }: Dictionary,
  field: string,
  remote: Json,
  current?: Json,
): Json | undefined {
  switch (field) {
    case 'title':
      return typeof remote === 'string'
        ? cut(remote.trim(), limits.title) || '(untitled)'
        : undefined
    case 'description':
      return typeof remote === 'string' ? cut(remote, limits.description) : ''
    case 'status':
      return wordOf(mapping.statuses, remote, current)
    case 'priority':
      return remote === null ? 'normal' : wordOf(mapping.priorities, remote, current)
    case 'assignee':
      return remote === null ? null : personOf(mapping.people, remote, current)
    case 'labels':
      return Array.isArray(remote) ? localLabels(remote) : []
    case 'due_at':
      return typeof remote === 'string' ? normalTime(remote) : null
    default:
      return remote
  }
}

type Words = { in: Record<string, string>; out: { [word: string]: string | undefined } }

function wordOf(words: Words, remote: Json, current: Json | undefined): string | undefined {
  if (typeof remote !== 'string') return undefined
  if (typeof current === 'string' && words.out[current] === remote) return current
  return Object.hasOwn(words.in, remote) ? words.in[remote] : undefined
}

function personOf(
  people: ResolvedMapping['people'],
  remote: Json,
  current: Json | undefined,
): string | undefined {
  if (typeof remote !== 'string') return undefined
  if (typeof current === 'string' && findRemotePerson(people, current) === remote) return current
  const name = Object.hasOwn(people.in, remote) ? people.in[remote] : undefined
  return name && cut(name, limits.assignee)
}

export function localLabels(remote: readonly Json[]): string[] {
  const texts = remote.flatMap((label) =>
    typeof label === 'string' ? [cut(label, limits.label)] : [],
  )
  return [...new Set(texts.filter((text) => text !== ''))].slice(0, limits.labels)
}

function normalTime(text: string): string | null {
  const time = Date.parse(text)
  return Number.isNaN(time) ? null : new Date(time).toISOString()
}

/** Undefined when the vendor has no such value. The vendor's current value stays if it means the same. */
export function toRemote(
  dictionary: Dictionary,
  field: string,
  local: Json,
  current?: Json,
): Json | undefined {
  const { mapping } = dictionary
  switch (field) {
    case 'status':
      return remoteWord(mapping.statuses, local, current)
    case 'priority':
      return remoteWord(mapping.priorities, local, current)
    case 'assignee':
      return typeof local === 'string' ? findRemotePerson(mapping.people, local) : null
    case 'title':
    case 'description': {
      // Only its beginning is here; writing that back would lose the rest.
      if (typeof current === 'string' && current.length > limits[field]) return undefined
      const most = dictionary.fields[field]?.maxLength
      return typeof local === 'string' && most !== undefined ? cut(local, most) : local
    }
    default:
      return local
  }
}

function remoteWord(words: Words, local: Json, current: Json | undefined): string | undefined {
  if (typeof local !== 'string') return undefined
  const means = typeof current === 'string' ? words.in[current] : undefined
  if (typeof current === 'string' && (means === local || words.out[local] === current)) {
    return current
  }
  return words.out[local]
}
