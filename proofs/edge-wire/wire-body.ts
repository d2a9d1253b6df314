// A whole run with every packet between connector and service kept, and a search for what must not be among them.
import type { EdgeJobWithRows } from '@task-service/contract'
import { type Canary, findCanaries } from '../../tests/harness/canary/canaries.ts'
import { startCapture } from '../../tests/harness/capture/packet-capture.ts'
import type { Packets, Piece } from '../../tests/harness/capture/read-packets.ts'
import { createSource, runFlow } from '../../tests/harness/edge-world/flow.ts'
import { changeMeanwhile, judgeFlow } from '../../tests/harness/edge-world/flow-body.ts'
import type { Networks } from '../../tests/harness/edge-world/networks.ts'
import { SQL_MARK } from '../../tests/harness/edge-world/policy.ts'
import {
  ENGINES,
  type Engine,
  ibanOf,
  nameOf,
  PASSWORD,
} from '../../tests/harness/edge-world/site.ts'
import { openWorld, type World } from '../../tests/harness/edge-world/world.ts'
import { atLeast, type Criterion, none, prefixed } from '../../tools/programs/criteria.ts'
import type { ProofOptions, Verdict } from '../../tools/programs/proof.ts'

const ROWS = { small: 40, full: 1_000 }
const CHANGED = 5
const LINE = 'to-e'

type Seen = { bytes: number; found: number; sample: string[]; tokens: number; titles: number }
type Watched = Seen & { engine: Engine; flow: Verdict }

export async function prove(options: ProofOptions, networks: Networks): Promise<Verdict> {
  const { full, control, log } = options
  const rows = full ? ROWS.full : ROWS.small
  const seen: Watched[] = []
  for (const engine of ENGINES) {
    const one = await watch({ networks, engine, rows, open: control })
    log(`${engine}: ${JSON.stringify({ ...one, flow: one.flow.figures })}`)
    seen.push(one)
  }
  const criteriaOf = ({ engine, found, tokens, titles, flow }: Watched): Criterion[] => [
    ...prefixed(engine, [
      none('secrets found', found),
      atLeast('tokens in place of secrets', tokens, rows),
      atLeast('titles found', titles, rows),
    ]),
    ...flow.criteria,
  ]
  return {
    figures: seen
      .map(
        (one) =>
          `${one.flow.figures}; ${one.bytes} bytes, ${one.found} of ${rows * 2 + 3} secrets found, ${one.tokens} tokens in their place`,
      )
      .join('; '),
    criteria: seen.flatMap(criteriaOf),
  }
}

async function watch(options: {
  networks: Networks
  engine: Engine
  rows: number
  /** The control: the customer lets the column out. */
  open: boolean
}): Promise<Watched> {
  const { networks, engine, rows, open } = options
  const world = await openWorld({ networks, engine, policy: { open } })
  const capture = await startCapture({ device: LINE, inside: networks.inside('cloud') })
  try {
    await world.site.seed(1, rows)
    await world.startEdge()
    const source = await createSource(world)
    const flow = await runFlow(world, source, { rows, log: () => undefined })
    const changed = await changeMeanwhile(world, source, { rows, changed: CHANGED })
    await provoke(world)
    const packets = await capture.end()
    return { engine, ...look(packets, rows), flow: judgeFlow(engine, flow, changed) }
  } finally {
    await world.stop()
  }
}

/** Where programs like to say more than they should: when something goes wrong. */
async function provoke({ client, connectorId, site, ...world }: World): Promise<void> {
  const run = (statement: string, params: Record<string, unknown>) =>
    client.ask<EdgeJobWithRows>('POST', `/api/connectors/${connectorId}/run`, {
      database: 'warehouse',
      statement,
      params,
    })
  await run('get_claim', { key: 1 })
  await run('get_claim', { key: 'no number' })
  await run('no_such_statement', {})
  await run('close_claim', { key: 1, version: 77, status: 'closed', note: 'never' })
  // The database says both values in its refusal: the account number is another claim's.
  const other = await run('get_claim', { key: 2 })
  await run('spoil_claim', { key: 1, iban: other.rows[0]?.[other.columns.indexOf('iban')] })
  await site.query('alter table claims rename to claims_away')
  await run('get_claim', { key: 1 })
  await site.query('alter table claims_away rename to claims')
  await world.edge().kill()
  await world.startEdge({ WAREHOUSE_PASSWORD: `${PASSWORD}x` })
  await run('get_claim', { key: 1 })
}

const textOf = (pieces: readonly Piece[]) =>
  Buffer.concat(pieces.map(({ bytes }) => bytes)).toString('latin1')

function look({ conversations }: Packets, rows: number): Seen {
  const sinks = new Map([...conversations].map(([ends, pieces]) => [ends, textOf(pieces)]))
  const ids = Array.from({ length: rows }, (_, n) => n + 1)
  const secrets: Canary[] = [
    { name: 'password', value: PASSWORD },
    { name: 'SQL', value: SQL_MARK },
    { name: 'SQL of a read', value: 'where status =' },
    ...ids.map((id) => ({ name: `account ${id}`, value: ibanOf(id) })),
    ...ids.map((id) => ({ name: `name ${id}`, value: nameOf(id) })),
  ]
  const found = findCanaries(secrets, sinks)
  const text = [...sinks.values()].join('\n')
  return {
    bytes: text.length,
    found: new Set(found.map(({ canary }) => canary)).size,
    sample: found.slice(0, 5).map(({ canary, form, sink }) => `${canary} (${form}) in ${sink}`),
    tokens: new Set(text.match(/tok_[a-z2-7]{26}/g)).size,
    titles: new Set(text.match(/Claim \d+/g)).size,
  }
}
