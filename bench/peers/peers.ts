// Task Service compared with other products that store tasks in PostgreSQL: same server, same run, each through its own REST
// API. BENCH_PEERS=gitea,redmine measures only those.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { atLeast, type Criterion, isTrue, none, prefixed } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { type Engine, startEngine } from '../lib/engine.ts'
import type { Cell } from '../lib/side-by-side.ts'
import { type Comparison, comparePeer } from './compare-peer.ts'
import type { Peer } from './peer.ts'
import { writePeersReport } from './peers-report.ts'

type Log = (line: string) => void

const folder = join(import.meta.dirname, 'programs')

async function loadPeers(): Promise<Peer[]> {
  const chosen = process.env['BENCH_PEERS']?.split(',')
  const names = readdirSync(folder).map((file) => basename(file, '.ts'))
  const unknown = chosen?.filter((name) => !names.includes(name)) ?? []
  if (unknown.length > 0)
    throw new Error(`no such peer: ${unknown.join(', ')}; there are ${names.join(', ')}`)
  const modules = names
    .filter((name) => chosen?.includes(name) ?? true)
    .map(async (name) => {
      const url = pathToFileURL(join(folder, `${name}.ts`)).href
      return ((await import(url)) as { peer: Peer }).peer // the shape of every file there
    })
  return Promise.all(modules)
}

type Outcome = { peer: Peer; comparison?: Comparison; fault?: 'not installed' | 'failed' }

/** What is wrong with one peer does not take the figures of the others away. */
async function measurePeer(
  engine: Engine,
  peer: Peer,
  roundCount: number,
  log: Log,
): Promise<Outcome> {
  try {
    await peer.install()
  } catch (error) {
    log(`${peer.name} is not installed: ${error instanceof Error ? error.message : String(error)}`)
    return { peer, fault: 'not installed' }
  }
  try {
    const comparison = await comparePeer({ engine, peer, roundCount })
    const { create, list, pageBytes } = comparison
    for (const cell of [create, list]) log(`${peer.name} ${describe(cell)}`)
    log(`${peer.name} pages: ours ${pageBytes.own} bytes, theirs ${pageBytes.peer}`)
    return { peer, comparison }
  } catch (error) {
    log(`${peer.name} failed: ${error instanceof Error ? error.stack : String(error)}`)
    return { peer, fault: 'failed' }
  }
}

function describe({ name, service, engine, ratio, ratioRange }: Cell): string {
  const [ours, theirs] = [service, engine].map(
    (one) =>
      `${one.perSecond.toFixed(0)}/s p50 ${one.p50Ms.toFixed(1)} p99 ${one.p99Ms.toFixed(1)} ms, ${one.errors} errors`,
  )
  const range = ratioRange.map((value) => value.toFixed(1)).join('–')
  return `${name}: ours ${ours} | theirs ${theirs} | ratio ${ratio.toFixed(1)} (${range})`
}

/**
 * Short rounds on a busy machine say little: at the small size half of a goal is enough to notice what broke, and a peer
 * may be missing.
 */
function demand({ goals }: Peer, full: boolean): Peer['goals'] {
  const slack = full ? 1 : 2
  return { create: goals.create / slack, list: goals.list / slack }
}

function criteriaOf({ peer, comparison, fault }: Outcome, full: boolean): Criterion[] {
  if (!comparison) {
    if (fault === 'not installed' && !full) return []
    return [isTrue(`${peer.name}: comparison (${fault})`, false)]
  }
  const { create, list } = comparison
  const least = demand(peer, full)
  return prefixed(peer.name, [
    atLeast('create ratio', create.ratio, least.create),
    atLeast('list ratio', list.ratio, least.list),
    none('errors of our creates', create.service.errors),
    isTrue('creates by the peer', create.engine.perSecond > 0),
    none('errors of our lists', list.service.errors),
    isTrue('lists by the peer', list.engine.perSecond > 0),
  ])
}

function summarize({ peer, comparison, fault }: Outcome, full: boolean): string {
  if (!comparison) return `${peer.name} ${fault}`
  const { create, list } = comparison
  const least = demand(peer, full)
  return `${peer.name} create ${create.ratio.toFixed(1)} × (≥ ${least.create}) list ${list.ratio.toFixed(1)} × (≥ ${least.list})`
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'builds and installs other products',
  budgetSeconds: 3600,
  exclusive: true,
  report: 'bench-peers',
  covers: ['server/src/domains/tasks', 'server/src/http'],
  claim: 'creating and listing tasks, as a ratio to other products on the same PostgreSQL server',
  hasControl: false,
  prove: async ({ full, log }) => {
    const peers = await loadPeers()
    const roundCount = full ? 5 : 3
    const engine = await startEngine()
    try {
      log(engine.description)
      const outcomes: Outcome[] = []
      for (const peer of peers) outcomes.push(await measurePeer(engine, peer, roundCount, log))
      const comparisons = outcomes.flatMap(({ comparison }) => comparison ?? [])
      if (full) writePeersReport(engine, roundCount, comparisons)
      return {
        figures: outcomes.map((outcome) => summarize(outcome, full)).join('; '),
        criteria: [
          atLeast('peers compared', comparisons.length, 1),
          ...outcomes.flatMap((outcome) => criteriaOf(outcome, full)),
        ],
      }
    } finally {
      await engine.cluster.stop()
    }
  },
}
