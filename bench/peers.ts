// The service beside other programs that keep tasks in PostgreSQL: same server, same run, each through its own REST API.
// BENCH_PEERS=gitea,redmine measures only those.
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Proof } from '../proofs/proof.ts'
import { type Engine, startEngine } from './lib/engine.ts'
import { type Comparison, comparePeer } from './lib/peer/compare-peer.ts'
import type { Peer } from './lib/peer/peer.ts'
import { writePeersReport } from './lib/peer/peers-report.ts'
import type { Cell } from './lib/side-by-side.ts'

type Log = (line: string) => void

const folder = join(import.meta.dirname, 'lib/peers')

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

/** Undefined where it cannot be had on this machine. */
async function measurePeer(
  engine: Engine,
  peer: Peer,
  roundCount: number,
  log: Log,
): Promise<Comparison | undefined> {
  try {
    await peer.install(log)
  } catch (error) {
    log(`${peer.name} is not measured: ${error instanceof Error ? error.message : String(error)}`)
    return undefined
  }
  const comparison = await comparePeer({ engine, peer, roundCount })
  const { create, list, pageBytes } = comparison
  for (const cell of [create, list]) log(`${peer.name} ${describe(cell)}`)
  log(`${peer.name} pages: ours ${pageBytes.own} bytes, theirs ${pageBytes.peer}`)
  return comparison
}

function describe({ name, service, engine, ratio, ratioRange }: Cell): string {
  const [ours, theirs] = [service, engine].map(
    (one) =>
      `${one.perSecond.toFixed(0)}/s p50 ${one.p50Ms.toFixed(1)} p99 ${one.p99Ms.toFixed(1)} ms, ${one.errors} errors`,
  )
  const range = ratioRange.map((value) => value.toFixed(1)).join('–')
  return `${name}: ours ${ours} | theirs ${theirs} | ratio ${ratio.toFixed(1)} (${range})`
}

/** Short rounds on a busy machine say little: at the small size half of a goal is enough to notice what broke. */
function reachesGoals({ peer, create, list }: Comparison, full: boolean): boolean {
  const slack = full ? 1 : 2
  return (
    create.ratio >= peer.goals.create / slack &&
    list.ratio >= peer.goals.list / slack &&
    [create, list].every((cell) => cell.service.errors === 0 && cell.engine.perSecond > 0)
  )
}

function summarize(comparisons: readonly Comparison[], absent: readonly Peer[]): string {
  const measured = comparisons.map(({ peer, create, list }) => {
    const { goals } = peer
    return `${peer.name} create ${create.ratio.toFixed(1)} × (≥ ${goals.create}) list ${list.ratio.toFixed(1)} × (≥ ${goals.list})`
  })
  return [...measured, ...absent.map((peer) => `${peer.name} not measured`)].join(', ')
}

export const proof: Proof = {
  claim: 'creating and listing tasks, as a ratio to other programs on the same PostgreSQL server',
  hasControl: false,
  prove: async ({ full, log }) => {
    const peers = await loadPeers()
    const roundCount = full ? 5 : 3
    const engine = await startEngine()
    try {
      log(engine.description)
      const comparisons: Comparison[] = []
      for (const peer of peers) {
        const comparison = await measurePeer(engine, peer, roundCount, log)
        if (comparison) comparisons.push(comparison)
      }
      const absent = peers.filter((peer) => !comparisons.some((one) => one.peer === peer))
      if (full) writePeersReport(engine, roundCount, comparisons)
      // The claim is about all of them; a small run says what it could see.
      const complete = comparisons.length > 0 && (!full || absent.length === 0)
      const pass = complete && comparisons.every((one) => reachesGoals(one, full))
      return { pass, figures: summarize(comparisons, absent) }
    } finally {
      await engine.cluster.stop()
    }
  },
}
