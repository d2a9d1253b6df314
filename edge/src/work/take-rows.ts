// Collects the rows of a read: only listed columns, transformed by the policy, within its limits.
import type { RowSink } from '#edge/drivers/driver.ts'
import { DriverFailure } from '#edge/drivers/driver.ts'
import type { Caps, Treatment } from '#edge/policy/policy.ts'
import { type TokenMaker, treatValue } from '#edge/policy/treat-value.ts'
import type { WireValue } from '#edge/policy/wire-value.ts'

export type TakenRows = RowSink & {
  result(): { columns: string[]; rowCount: number; text: string }
}

export type TakeRules = {
  database: string
  caps: Caps
  columns: ReadonlyMap<string, Treatment>
  tokens: TokenMaker
}

type Column = { at: number; name: string; treatment: Treatment }

const MAX_COLUMNS = 1_000

export function takeRows({ database, caps, columns: allowed, tokens }: TakeRules): TakenRows {
  let columns: Column[] = []
  const rows: string[] = []
  let bytes = 2
  return {
    columns(names) {
      columns = names.flatMap((name, at) => {
        const treatment = allowed.get(name)
        return treatment === undefined ? [] : [{ at, name: name.slice(0, 128), treatment }]
      })
      if (columns.length > MAX_COLUMNS) throw new DriverFailure('too_large')
    },
    row(values) {
      if (rows.length >= caps.maxRows) return false
      const treated: WireValue[] = columns.map(({ at, name, treatment }) =>
        treatValue(values[at] ?? null, treatment, { database, column: name }, tokens),
      )
      const text = JSON.stringify(treated)
      const size = Buffer.byteLength(text) + (rows.length > 0 ? 1 : 0)
      if (bytes + size > caps.maxBytes) {
        // Not even one row fits: an error instead of a truncated result.
        if (rows.length === 0) throw new DriverFailure('too_large')
        return false
      }
      bytes += size
      rows.push(text)
      return true
    },
    result: () => ({
      columns: columns.map(({ name }) => name),
      rowCount: rows.length,
      text: `[${rows.join(',')}]`,
    }),
  }
}
