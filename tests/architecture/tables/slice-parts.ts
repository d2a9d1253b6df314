// The files a slice consists of and which of them may see which: entry points call the service,
// the service calls the store, and never the other way around. A domain may have subfolders, each a separate slice: the entry
// points of the domain bind them together, and its errors and nouns are shared by all of them.
import type { SlicePart } from '../rule-types.ts'

export const sliceParts: readonly SlicePart[] = [
  {
    part: 'index',
    seesSubfolders: true,
    mayImport: ['routes', 'jobs', 'tools', 'service', 'store', 'events', 'errors', 'noun'],
    instead: 'index.ts re-exports; the code behind it lives in the other files',
  },
  {
    part: 'routes',
    seesSubfolders: true,
    mayImport: ['service', 'errors', 'noun'],
    instead: 'call a verb of service.ts; an entry point parses nothing and decides nothing',
  },
  {
    part: 'jobs',
    seesSubfolders: true,
    mayImport: ['service', 'errors', 'noun'],
    instead: 'call a verb of service.ts; a job is as thin as a route',
  },
  {
    part: 'tools',
    seesSubfolders: true,
    mayImport: ['service', 'errors', 'noun'],
    instead: 'call a verb of service.ts; a tool is as thin as a route',
  },
  {
    part: 'service',
    folder: true,
    mayImport: ['store', 'events', 'errors', 'noun'],
    instead: 'the rules know rows, events and errors, never who called them',
  },
  {
    part: 'store',
    folder: true,
    mayImport: ['noun'],
    modules: [
      'contract',
      'types of kit',
      'server/lib',
      'server/db/sql.ts',
      'server/db/bounded-page.ts',
      'server/db/lease.ts',
      'types of server/crypto/sealed-secret.ts',
      'types of server/db/context.ts',
      'types of server/db/feed/feed.ts',
      'types of server/db/reader.ts',
      'types of server/db/tenant-tx.ts',
      'types of server/db/rows.gen.ts',
      'types of server/events',
      'types of server/jobs/queue.ts',
    ],
    instead: 'a store holds statements; decide in service.ts and pass the values in',
  },
  {
    part: 'events',
    mayImport: ['types of store', 'noun'],
    instead: 'an event is built from a row by service.ts, which passes the row in',
  },
  {
    part: 'errors',
    shared: true,
    mayImport: ['noun'],
    instead: 'an error takes its details as arguments',
  },
  {
    part: 'noun',
    shared: true,
    mayImport: ['types of store', 'errors'],
    instead: 'pure logic takes values and returns values; service.ts calls it',
  },
]
