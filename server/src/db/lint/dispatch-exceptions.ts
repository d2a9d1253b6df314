// What the rules of the catalog let pass for the tables that say how far the dispatcher has got, each with its reason.
import type { CatalogException } from './catalog-exception.ts'

const earlierRelease = 'processes of an earlier release look into it, and find it empty'

export const dispatchExceptions: readonly CatalogException[] = [
  { rule: 'tenant-column', object: 'dispatch_cursor', why: 'empty; of an earlier release' },
  { rule: 'tenant-column', object: 'dispatch_progress', why: 'how far the log of all was read' },
  ...['dispatch_ranges', 'dispatch_backlog'].map((table) => ({
    rule: 'listed-policy' as const,
    object: `dispatch on ${table}: all to feed using true check true`,
    why: 'the dispatcher sets events of any tenant aside',
  })),
  ...['xid', 'id'].map((column) => ({
    rule: 'app-grant' as const,
    object: `app: SELECT (${column}) on dispatch_cursor`,
    why: earlierRelease,
  })),
  ...['done', 'target', 'xid', 'id'].map((column) => ({
    rule: 'app-grant' as const,
    object: `app: SELECT (${column}) on dispatch_progress`,
    why: 'what is not dispatched yet is not missing',
  })),
  {
    rule: 'listed-grant',
    object: 'feed: SELECT, UPDATE on dispatch_progress',
    why: 'how far the dispatcher has got',
  },
  {
    rule: 'listed-grant',
    object: 'feed: DELETE, INSERT, SELECT, UPDATE on dispatch_ranges',
    why: 'which events of a tenant were set aside',
  },
  {
    rule: 'listed-grant',
    object: 'feed: SELECT, UPDATE on dispatch_cursor',
    why: earlierRelease,
  },
  {
    rule: 'listed-grant',
    object: 'feed: DELETE, INSERT, SELECT, UPDATE on dispatch_backlog',
    why: earlierRelease,
  },
]
