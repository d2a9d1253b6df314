// The first and the last line of an export: whose data it is, which tables follow, and what the rest of the file must add up to.
import type { PassphraseFacts } from '#crypto/transfer/passphrase-key.ts'
import type { TableFingerprint } from '#db/operate/row-sums.ts'

export const FORMAT = 'task-service-tenant'
/** Of the file; incremented when an earlier version cannot read it. */
export const FORMAT_VERSION = 1

export type ExportHeader = {
  format: typeof FORMAT
  version: number
  /** The level of the schema, which decides which columns there are. */
  schema: number
  source_version: string
  exported_at: string
  tenant: { id: string; slug: string; name: string; status: string }
  /** Of what the file carries. The import is compared with it. */
  tables: (TableFingerprint & { columns: readonly string[] })[]
  /** What was valid and must be created again, because it depends on the installation. */
  create_again: { api_keys: number; agent_tokens: number; connectors: number }
  left_out: { table: string; rows: number }[]
  /** Events that were not dispatched to webhooks when the export was taken. */
  undispatched_events: number
  pending_deliveries: number
  /** Files whose content is in the bucket and not in the export. */
  bucket_files: number
  /** Null if they are left out. */
  secrets: { key: PassphraseFacts; count: number; unreadable: number } | null
}

export type ExportTrailer = { lines: number; sha256: string }

/** Starts the rows of a table; `later` are those of its later step, and `secrets` is no table. */
export type Section = { table: string; part: 'rows' | 'later' } | { part: 'secrets' }

/** A file that cannot be imported, with the reason. */
export class ExportRefused extends Error {
  override readonly name = 'ExportRefused'
}
