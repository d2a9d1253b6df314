// The run of a bench against pgbench: its cells one after another on one PostgreSQL, and the report of a full run.
import type { Proof } from '../../tools/programs/proof.ts'
import { type CellPlan, compareCell } from './compare-cell.ts'
import { startEngine } from './engine.ts'
import { type Report, writeReport } from './report.ts'
import { type Cell, summarize } from './side-by-side.ts'

export type Comparison = Pick<Report, 'name' | 'title' | 'claim' | 'method'> & {
  /** One for each row of the table. */
  plans: (full: boolean) => CellPlan[]
}

export function compareWithPgbench({ plans: plan, ...report }: Comparison): Proof['prove'] {
  return async ({ full, log }) => {
    const engine = await startEngine()
    try {
      log(engine.description)
      const plans = plan(full)
      const cells: Cell[] = []
      for (const one of plans) cells.push(await compareCell(engine, one, log))
      if (full) writeReport({ ...report, engine, rounds: describeRounds(plans), cells })
      return summarize(cells, { full })
    } finally {
      await engine.cluster.stop()
    }
  }
}

function describeRounds(plans: readonly CellPlan[]): string {
  const texts = plans.map(({ rounds: { count, seconds } }) => `${count} rounds of ${seconds} s`)
  return `${[...new Set(texts)].join(' or ')} for each side and row of the table`
}
