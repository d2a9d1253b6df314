// Claims that a played connector lists, gives and closes, as a table with a version would.
import type { Answer } from './played-connector.ts'
import { CLAIM_COLUMNS, claimRows } from './sample-connectors.ts'

export type ClaimBook = {
  answer: (job: { statement?: string; params: Record<string, unknown> }) => Answer
  statusOf: (id: number) => unknown
  /** Changes the row, as another user of the database would. */
  touch: (id: number, note: string) => void
}

const place = (name: string): number => CLAIM_COLUMNS.indexOf(name)

const change = (row: unknown[], values: Record<string, unknown>): void => {
  for (const [name, value] of Object.entries(values)) row[place(name)] = value
  row[place('version')] = Number(row[place('version')]) + 1
}

export function openClaimBook(): ClaimBook {
  const rows = claimRows.map((row) => [...row])
  const find = (id: unknown) => rows.find((row) => row[place('id')] === Number(id))
  return {
    statusOf: (id) => find(id)?.[place('status')],
    touch(id, note) {
      const row = find(id)
      if (row) change(row, { note })
    },
    answer({ statement, params }) {
      if (statement === 'open_claims') {
        const after = Number(params['after'] ?? 0)
        const open = rows.filter(
          (row) => row[place('status')] === 'open' && Number(row[place('id')]) > after,
        )
        return { columns: CLAIM_COLUMNS, rows: open }
      }
      const row = find(params['key'] ?? params['id'])
      if (statement === 'claim') return { columns: CLAIM_COLUMNS, rows: row ? [row] : [] }
      if (!row || Number(params['version']) !== row[place('version')]) {
        const message = 'The row is not the one that was read.'
        return { outcome: 'failed', problem: { code: 'source_changed', message }, changed_count: 0 }
      }
      change(row, { status: params['status'], note: params['note'] ?? null })
      return { changed_count: 1 }
    },
  }
}
