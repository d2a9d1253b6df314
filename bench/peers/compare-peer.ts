// One peer beside us: fresh databases on one server, equal data, the same requests in turns.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { findFreePort } from '../../tests/harness/free-port.ts'
import type { Measurement } from '../../tests/harness/measure/measurement.ts'
import { CONNECTIONS } from '../lib/compare-cell.ts'
import type { Engine } from '../lib/engine.ts'
import { type Cell, compareSides } from '../lib/side-by-side.ts'
import { sendRequests } from '../lib/wrk.ts'
import { startOwnSide } from './own-side.ts'
import type { Peer, Side } from './peer.ts'
import { startServer } from './peer-program.ts'
import { countTasks, fillSide, inspectSide } from './side-tasks.ts'

export const TASKS = 10_000

/** Ours needs no more for a steady rate, and would fill the disk in the time that slow peers need. */
const OWN_ROUND_SECONDS = 5
const WARM_UP_SECONDS = 3

export type Comparison = {
  peer: Peer
  list: Cell
  create: Cell
  pageBytes: { own: number; peer: number }
}

export type PeerSetting = { engine: Engine; peer: Peer; roundCount: number }

export async function comparePeer(setting: PeerSetting): Promise<Comparison> {
  const { engine, peer } = setting
  const directory = mkdtempSync(join(tmpdir(), 'task-service-peers-'))
  const ownPlace = join(directory, 'own')
  const peerPlace = join(directory, 'peer')
  const database = `peer_${peer.name.toLowerCase()}`
  const admin = (statement: string) =>
    withAdmin(engine.cluster.superuserUrl, (client) => client.query(statement))
  const sides: Side[] = []
  try {
    for (const folder of [ownPlace, peerPlace]) mkdirSync(folder)
    await admin(`create database ${database}`)
    const own = await startOwnSide(engine, ownPlace)
    sides.push(own)
    const databaseUrl = new URL(engine.cluster.url(database))
    const other = await startPeer(peer, databaseUrl, peerPlace)
    sides.push(other)
    for (const side of sides) await fillSide(side, TASKS)
    const pageBytes = { own: await inspectSide(own), peer: await inspectSide(other) }
    // Lists first: creates change how much there is to list.
    const list = await compareRequests('list', setting, own, other, directory)
    const create = await compareRequests('create', setting, own, other, directory)
    return { peer, list, create, pageBytes }
  } finally {
    for (const side of sides) await side.stop()
    await admin(`drop database if exists ${database} with (force)`)
    rmSync(directory, { recursive: true })
  }
}

async function startPeer(peer: Peer, databaseUrl: URL, directory: string): Promise<Side> {
  const port = await findFreePort()
  const place = { databaseUrl, port, url: `http://127.0.0.1:${port}`, directory }
  const command = await peer.prepare(place)
  const stop = await startServer(command, join(directory, 'log'), place.url + peer.readyPath)
  try {
    return { ...(await peer.connect(place)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function compareRequests(
  kind: 'create' | 'list',
  { peer, roundCount }: PeerSetting,
  own: Side,
  other: Side,
  directory: string,
): Promise<Cell> {
  const answered = new Map<Side, number>()
  const before = new Map<Side, number>()
  const load = async (side: Side, seconds: number): Promise<Measurement> => {
    const { url, headers } = side
    const request = side[kind]
    const paths = [request.path, ...((kind === 'create' && side.createPaths) || [])]
    const variants = paths.map((path) => ({ path, headers }))
    const measurement = await sendRequests(
      { url, request, variants, connections: CONNECTIONS, directory, timeoutSeconds: 60 },
      seconds,
    )
    const count = Math.floor(measurement.perSecond * seconds)
    answered.set(side, (answered.get(side) ?? 0) + count)
    return measurement
  }
  for (const side of [own, other]) before.set(side, await countTasks(side))
  await load(other, WARM_UP_SECONDS)
  const rounds = {
    count: roundCount,
    seconds: peer.roundSeconds,
    warmUpSeconds: WARM_UP_SECONDS,
  }
  const sides = {
    service: (seconds: number) => load(own, Math.min(seconds, OWN_ROUND_SECONDS)),
    engine: (seconds: number) => load(other, seconds),
  }
  const cell = await compareSides(kind, sides, rounds, () => {})
  for (const side of kind === 'create' ? [own, other] : []) {
    const stored = (await countTasks(side)) - (before.get(side) ?? 0)
    const promised = answered.get(side) ?? 0
    if (stored < promised) throw new Error(`${side.url} has ${stored} of ${promised} tasks`)
  }
  return cell
}
