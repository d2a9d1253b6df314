// The values of the webhook form, and the requests they become.
import type {
  FilterValue,
  Webhook,
  WebhookChange,
  WebhookCreate,
  WebhookFilter,
} from '@task-service/contract'

export type FilterRow = { key: string; path: string; values: string[] }
/** A stored value is never shown: only its name, until a new value is typed. */
export type HeaderRow = { key: string; name: string; value: string; isStored: boolean }

export type Draft = {
  url: string
  description: string
  allEvents: boolean
  eventTypes: string[]
  filter: FilterRow[]
  headers: HeaderRow[]
  ordering: 'none' | 'task'
  enabled: boolean
}

export const emptyDraft: Draft = {
  url: '',
  description: '',
  allEvents: true,
  eventTypes: [],
  filter: [],
  headers: [],
  ordering: 'none',
  enabled: true,
}

export function draftOf(webhook: Webhook): Draft {
  return {
    url: webhook.url,
    description: webhook.description,
    allEvents: webhook.event_types.length === 0,
    eventTypes: webhook.event_types,
    filter: Object.entries(webhook.filter).map(([path, values]) => ({
      key: path,
      path,
      values: values.map(writeValue),
    })),
    headers: webhook.header_names.map((name) => ({ key: name, name, value: '', isStored: true })),
    ordering: webhook.ordering,
    enabled: webhook.enabled,
  }
}

const literal = /^(true|false|null|-?\d+(\.\d+)?)$/

/** `5` is a number and `"5"` a text, as in JSON; words need no quotes. */
export function readValue(text: string): FilterValue {
  const trimmed = text.trim()
  if (literal.test(trimmed)) return JSON.parse(trimmed) as FilterValue // one of the literals above
  if (/^".*"$/.test(trimmed)) {
    try {
      return JSON.parse(trimmed) as string // quoted, so a text
    } catch {
      return trimmed
    }
  }
  return trimmed
}

export function writeValue(value: FilterValue): string {
  if (typeof value !== 'string') return String(value)
  return readValue(value) === value ? value : JSON.stringify(value)
}

export function filterOf(rows: readonly FilterRow[]): WebhookFilter {
  return Object.fromEntries(
    rows
      .filter(({ path, values }) => path.trim() !== '' && values.length > 0)
      .map(({ path, values }) => [path.trim(), values.map(readValue)]),
  )
}

const eventTypesOf = (draft: Draft): string[] => (draft.allEvents ? [] : draft.eventTypes)

function typedHeaders({ headers }: Draft): Record<string, string> {
  const typed = headers.filter(({ name, value }) => name.trim() !== '' && value !== '')
  return Object.fromEntries(typed.map(({ name, value }) => [name.trim(), value]))
}

export function createOf(draft: Draft): WebhookCreate {
  const headers = typedHeaders(draft)
  return {
    url: draft.url.trim(),
    description: draft.description.trim(),
    event_types: eventTypesOf(draft),
    filter: filterOf(draft.filter),
    ordering: draft.ordering,
    enabled: draft.enabled,
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

/** Only the differences, so that changes by others are kept. */
export function changeOf(draft: Draft, webhook: Webhook): WebhookChange {
  const { url, description, event_types: types, ...rest } = createOf({ ...draft, headers: [] })
  const filter = filterChange(rest.filter ?? {}, webhook.filter)
  const headers = headerChange(draft, webhook.header_names)
  return {
    ...(url !== webhook.url && { url }),
    ...(description !== undefined && description !== webhook.description && { description }),
    ...(types && !isSame(types, webhook.event_types) && { event_types: types }),
    ...(draft.enabled !== webhook.enabled && { enabled: draft.enabled }),
    ...(Object.keys(filter).length > 0 && { filter }),
    ...(Object.keys(headers).length > 0 && { headers }),
  }
}

function filterChange(
  wanted: WebhookFilter,
  present: WebhookFilter,
): Record<string, FilterValue[] | null> {
  const removed = Object.keys(present).filter((path) => !(path in wanted))
  const changed = Object.entries(wanted).filter(
    ([path, values]) => !isSame(values, present[path] ?? []),
  )
  return Object.fromEntries([...removed.map((path) => [path, null] as const), ...changed])
}

function headerChange(draft: Draft, present: readonly string[]): Record<string, string | null> {
  const kept = new Set(draft.headers.map(({ name }) => name.trim().toLowerCase()))
  const removed = present.filter((name) => !kept.has(name.toLowerCase()))
  return { ...Object.fromEntries(removed.map((name) => [name, null])), ...typedHeaders(draft) }
}

/** Stored headers that the server removes with this change: they belong to the origin of the URL as it was. */
export function headersToDrop(draft: Draft, webhook: Webhook): string[] {
  const origin = URL.parse(draft.url.trim())?.origin
  if (origin === undefined || origin === URL.parse(webhook.url)?.origin) return []
  return draft.headers
    .filter(({ isStored, value }) => isStored && value === '')
    .map(({ name }) => name)
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other)
