// What a row of the palette is, and the kinds that Tab narrows to.
import type { ReactNode } from 'react'

export const KINDS = [
  'actions',
  'places',
  'tasks',
  'people',
  'records',
  'views',
  'reference',
] as const
export type Kind = (typeof KINDS)[number]

export type Item = {
  id: string
  label: string
  /** Beside the label, lighter. */
  note?: string | undefined
  icon: ReactNode
  keys?: string | undefined
  /** Where it leads: remembered as recent. */
  recent?: Recent | undefined
  run: () => void
}
export type Group = { id: string; label: string; items: Item[] }

export const RECENT_KINDS = [
  'task',
  'person',
  'integration',
  'webhook',
  'connector',
  'agent',
  'queue',
  'view',
  'place',
  'operation',
] as const
export type RecentKind = (typeof RECENT_KINDS)[number]
/** What has a name and a list of its own. */
export type RecordKind = Exclude<RecentKind, 'task' | 'place' | 'operation'>

/** Enough to show it again without asking the server. */
export type Recent = {
  kind: RecentKind
  label: string
  note?: string | undefined
  path: string
  search?: Record<string, unknown> | undefined
}

/** How a search of the server is going. */
export type SearchState = 'idle' | 'searching' | 'offline' | 'failed'
