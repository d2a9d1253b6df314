// The lists of one's own inbox: their states and filters, and the names under which they are kept.
import type { InfiniteData } from '@tanstack/react-query'
import type { Notification, NotificationKind } from '@task-service/contract'

export const BOXES = ['active', 'snoozed', 'done'] as const
export type Box = (typeof BOXES)[number]

export const FILTERS = ['all', 'questions', 'approvals', 'mentions', 'failures', 'tasks'] as const
export type Filter = (typeof FILTERS)[number]

export const kindsOf = {
  all: undefined,
  questions: ['question'],
  approvals: ['approval'],
  mentions: ['mention'],
  failures: ['failure'],
  tasks: ['assignment', 'due_soon', 'overdue'],
} as const satisfies Record<Filter, readonly NotificationKind[] | undefined>

export const LISTS = ['inbox', 'list'] as const
export const COUNTS = ['inbox', 'counts'] as const

export type InboxPages = InfiniteData<{ data: Notification[]; next_cursor: string | null }>
