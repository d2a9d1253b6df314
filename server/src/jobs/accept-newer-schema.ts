// Lets pg-boss start on a newer version of its tables: it demands exactly its own, also where the newer one works with it.
import type { Execute } from '#db/feed/feed.ts'

/** Of the pg-boss in package.json. */
export const QUEUE_SCHEMA = 42

const READS_VERSION = /^\s*select version from jobs\.version\s*$/i

/**
 * Whether a newer schema works with this program is decided before: its tables are changed by our migrations only, and these
 * record the oldest level that works with them. An older version is still refused.
 */
export function acceptNewerSchema(execute: Execute): Execute {
  return async (text, values) => {
    const result = await execute(text, values)
    if (!READS_VERSION.test(text)) return result
    const rows = (result.rows as { version: number | string }[]).map(({ version }) => ({
      version: Math.min(Number(version), QUEUE_SCHEMA),
    }))
    return { ...result, rows }
  }
}
