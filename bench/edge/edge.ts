// A small read of a database behind a connector, requested over the API, compared with the same read by the driver alone.
import { setTimeout as sleep } from 'node:timers/promises'
import type { EdgeJobWithRows } from '@task-service/contract'
import { Client } from 'pg'
import { loopback } from '../../tests/harness/edge-world/networks.ts'
import { PASSWORD } from '../../tests/harness/edge-world/site.ts'
import { openWorld, type World } from '../../tests/harness/edge-world/world.ts'
import { percentile } from '../../tests/harness/measure/measurement.ts'
import { atMost } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { type EdgeFigures, writeEdgeReport } from './edge-report.ts'

const GOAL_MS = 50
const ROWS = 100
const ROUNDS = { small: 200, full: 2_000 }
const WARM_UP = 20
/** After nothing has happened for longer than processes keep polling often. */
const QUIET = { small: 3, full: 30, ms: 3_000 }

export const proof: Proof = {
  tier: 'release',
  tierReason: 'measures connector latency; the tests of connectors run on every change',
  budgetSeconds: 60,
  exclusive: true,
  report: 'bench-edge',
  covers: ['edge/src', 'server/src/domains/edge'],
  claim: `a small read through a connector and two API processes: p50 within ${GOAL_MS} ms over loopback`,
  hasControl: false,
  async prove({ full, log }) {
    const world = await openWorld({ networks: loopback, engine: 'postgres', workers: 1 })
    try {
      await world.site.seed(1, ROWS)
      await world.startEdge()
      const rounds = full ? ROUNDS.full : ROUNDS.small
      const through = await measure(rounds, (round) => readThrough(world, round))
      const quietRounds = full ? QUIET.full : QUIET.small
      const quiet = await measure(quietRounds, (round) => readThrough(world, round), QUIET.ms)
      const bare = await measureBare(world, rounds)
      const found = {
        rounds,
        goalMs: GOAL_MS,
        through: middleAndEnd(through),
        quiet: middleAndEnd(quiet),
        bare: middleAndEnd(bare),
      }
      if (full) writeEdgeReport(found)
      const figures = describe(found)
      log(figures)
      return { figures, criteria: [atMost('p50 latency', found.through.p50, GOAL_MS, 'ms')] }
    } finally {
      await world.stop()
    }
  },
}

const middleAndEnd = (sorted: number[]) => ({
  p50: percentile(sorted, 0.5),
  p99: percentile(sorted, 0.99),
})

const describe = ({ rounds, through, quiet, bare }: EdgeFigures): string =>
  `p50 ${through.p50.toFixed(1)} ms, p99 ${through.p99.toFixed(1)} ms of ${rounds}; after a quiet time p50 ${quiet.p50.toFixed(0)} ms; the driver alone p50 ${bare.p50.toFixed(2)} ms, ratio ${(through.p50 / bare.p50).toFixed(0)}`

/** `restMs`: before each of them; what rests does not get warm. */
async function measure(
  rounds: number,
  go: (round: number) => Promise<void>,
  restMs = 0,
): Promise<number[]> {
  const times: number[] = []
  const warmUp = restMs > 0 ? 0 : WARM_UP
  for (let round = 0; round < rounds + warmUp; round++) {
    if (restMs > 0) await sleep(restMs)
    const start = performance.now()
    await go(round)
    if (round >= warmUp) times.push(performance.now() - start)
  }
  return times.toSorted((a, b) => a - b)
}

async function readThrough({ client, connectorId }: World, round: number): Promise<void> {
  const job = await client.ask<EdgeJobWithRows>('POST', `/api/connectors/${connectorId}/run`, {
    database: 'warehouse',
    statement: 'get_claim',
    params: { key: (round % ROWS) + 1 },
  })
  if (job.state !== 'done' || job.rows.length !== 1) throw new Error(JSON.stringify(job))
}

async function measureBare({ site }: World, rounds: number): Promise<number[]> {
  const { host, port } = site
  const client = new Client({ host, port, user: 'edge', password: PASSWORD, database: 'warehouse' })
  await client.connect()
  const sql = 'select id, version, title, name, iban, amount, status from claims where id = $1'
  try {
    return await measure(rounds, async (round) => {
      await client.query('begin read only')
      await client.query(sql, [(round % ROWS) + 1])
      await client.query('commit')
    })
  } finally {
    await client.end()
  }
}
