// Verifies the maps of a fleet: a HAProxy with all hosts starts quickly, takes each change of the directory without a reload, and
// rejects hosts that no cell has.
import { once } from 'node:events'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withDirectory } from '../../server/src/fleet/directory/open-directory.ts'
import { askHost } from '../../tests/harness/network/ask-host.ts'
import { type CellProxy, startCellProxy } from '../../tests/harness/network/cell-proxy.ts'
import { ensureHAProxy } from '../../tests/harness/network/haproxy.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { atMost, type Criterion, isTrue, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Arena, HOST_SUFFIX, openArena } from './arena.ts'
import { type Change, follows, makeChange, measureEffect } from './changes.ts'

const START_LIMIT_MS = 2_000
const EFFECT_LIMIT_MS = 200
const STARTS = 3
/** The host of the other requests. */
const SPARED = 'tenant-1'
/** Beyond this a change counts as not effective. */
const GIVE_UP_MS = 3_000
/** As long as the revision takes that is written after the change. */
const PAUSE_MS = 300

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'measures how long starts and changes take, so it must run alone; tests/operate/fleet runs the proxies on every change',
  budgetSeconds: 90,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'fleet',
  covers: ['server/src/fleet', 'server/src/commands/fleet'],
  claim:
    'a HAProxy with 1,000,000 hosts in the generated map starts in 2 s; a change of the directory is effective in 200 ms without a reload; a host that no cell has gets 421',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    ensureHAProxy()
    const size = options.full ? { hosts: 1_000_000, cells: 100 } : { hosts: 20_000, cells: 5 }
    const arena = await openArena(size)
    try {
      return await runFleet(arena, size.hosts, options)
    } finally {
      await arena.stop()
    }
  },
}

async function runFleet(arena: Arena, hosts: number, options: ProofOptions): Promise<Verdict> {
  const { log } = options
  const random = seededRandom(options.seed, 'fleet')
  const map = join(arena.folder, 'hosts.map')
  const mapMs = await arena.run('cell', 'map', '--format', 'haproxy', '--out', map)
  await arena.run('cell', 'config', '--format', 'haproxy', '--out', join(arena.folder, 'cells.cfg'))
  log(`map of ${hosts} hosts written in ${Math.round(mapMs)} ms`)
  const tried: CellProxy[] = []
  for (let each = 1; each < STARTS; each++) {
    const one = await startCellProxy(arena.folder)
    tried.push(one)
    await one.stop()
  }
  let proxy = await startCellProxy(arena.folder)
  const starts = [...tried, proxy].map(({ startMs }) => startMs)
  const cpuMs = Math.max(...[...tried, proxy].map(({ startCpuMs }) => startCpuMs))
  log(
    `starts: ${starts.map(Math.round).join(', ')} ms, at most ${Math.round(cpuMs)} ms of CPU time`,
  )
  const push = options.control ? undefined : await follow(arena, proxy, map)
  const wrongHosts = await checkSample(arena, proxy, hosts, random)
  const traffic = sendTraffic(proxy.port)
  const changed = await changeHosts(arena, proxy.port, { hosts, random, options, map })
  const { requests, failures } = await traffic.stop()
  const megabytes = Math.round(proxy.residentBytes() / 1_048_576)
  const unknown = await askUnknown(proxy.port)
  // Its file is older than the changes.
  await proxy.stop()
  proxy = await startCellProxy(arena.folder)
  const caughtUpMs = await waitUntilCurrent(proxy.port, changed.changes, push !== undefined)
  await proxy.stop()
  const effects = changed.effects.toSorted((a, b) => a - b)
  const p50 = effects[Math.floor(effects.length / 2)] ?? Number.POSITIVE_INFINITY
  const slowest = effects.at(-1) ?? Number.POSITIVE_INFINITY
  const figures = [
    `${hosts} hosts in ${arena.cells.length} cells`,
    `map written in ${(mapMs / 1_000).toFixed(1)} s`,
    `HAProxy started in ${starts.map((ms) => (ms / 1_000).toFixed(2)).join(', ')} s (${(cpuMs / 1_000).toFixed(2)} s of CPU time) with ${megabytes} MB`,
    `${effects.length} of ${changed.changes.length} changes effective, after ${Math.round(p50)} ms (p50) and ${Math.round(slowest)} ms (slowest)`,
    `${requests} other requests, ${failures} failed`,
    `after a restart with an older map up to date in ${(caughtUpMs / 1_000).toFixed(1)} s`,
  ]
  const criteria: Criterion[] = [
    atMost('slowest start', Math.max(...starts), START_LIMIT_MS, 'ms'),
    none('hosts that reach a wrong cell', wrongHosts),
    none('changes that are not effective', changed.changes.length - effects.length),
    none('other requests that failed', failures),
    none('unknown hosts without 421', unknown),
    isTrue('changes effective after a restart with an older map', Number.isFinite(caughtUpMs)),
    // One that never takes effect counts above.
    atMost('slowest effect of a change', slowest, EFFECT_LIMIT_MS, 'ms'),
  ]
  return { figures: figures.join(', '), criteria }
}

/** `cell push --follow`, ready for changes. */
async function follow(arena: Arena, { socket }: CellProxy, map: string) {
  const child = arena.start('cell', 'push', '--haproxy', socket, '--map', map, '--follow')
  for (let text = ''; !text.includes('Following'); ) {
    const [chunk] = (await once(child.stderr ?? child, 'data')) as [Buffer]
    text += chunk.toString()
  }
  return child
}

const SAMPLE = 500

async function checkSample(
  arena: Arena,
  { port }: CellProxy,
  hosts: number,
  random: SeededRandom,
): Promise<number> {
  const { cells } = arena
  let wrong = 0
  for (let each = 0; each < SAMPLE; each++) {
    const number = random.between(1, hosts)
    const slug = `tenant-${number}`
    const host = `${each % 2 === 0 ? slug : slug.toUpperCase()}.${HOST_SUFFIX}`
    const { body } = await askHost(port, each % 3 === 0 ? `${host}:443` : host)
    const cell = cells[number % cells.length]
    if (!body.startsWith(`${cell} `)) wrong++
  }
  return wrong
}

type Changing = { hosts: number; random: SeededRandom; options: ProofOptions; map: string }

async function changeHosts(
  arena: Arena,
  port: number,
  { hosts, random, options, map }: Changing,
): Promise<{ changes: Change[]; effects: number[] }> {
  const count = options.full ? 60 : 15
  const changes: Change[] = []
  const effects: number[] = []
  const spared = new Set([SPARED])
  await withDirectory(arena.directoryUrl, async (directory) => {
    for (let index = 0; index < (options.control ? 3 : count); index++) {
      const change = await makeChange(directory, index, {
        random,
        hosts,
        cells: arena.cells,
        spared,
      })
      changes.push(change)
      // The control writes the change into the file of the map, and not into the running HAProxy.
      if (options.control) await arena.run('cell', 'map', '--format', 'haproxy', '--out', map)
      const effectMs = await measureEffect(port, change, GIVE_UP_MS)
      if (effectMs === undefined) options.log(`${change.kind} ${change.slug}: not effective`)
      else effects.push(effectMs)
      await sleep(PAUSE_MS + random.between(0, 100))
    }
  })
  return { changes, effects }
}

/** Requests on one kept connection, to a host that does not change: a reload would close it. */
function sendTraffic(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const sockets = new Set<unknown>()
  agent.on('free', (socket) => sockets.add(socket))
  const stopping = new AbortController()
  let requests = 0
  let failures = 0
  const running = (async () => {
    while (!stopping.signal.aborted) {
      requests++
      const answer = await askHost(port, `${SPARED}.${HOST_SUFFIX}`, { agent }).catch(
        () => undefined,
      )
      if (answer?.status !== 200) failures++
      await sleep(5)
    }
  })()
  return {
    async stop() {
      stopping.abort()
      await running
      agent.destroy()
      return { requests, failures: failures + Math.max(0, sockets.size - 1) }
    },
  }
}

/** How many of these hosts got anything but the problem. */
async function askUnknown(port: number): Promise<number> {
  const hosts = [
    `missing.${HOST_SUFFIX}`,
    `default.${HOST_SUFFIX}`,
    HOST_SUFFIX,
    'tenant-1.example.org',
    `a.tenant-1.${HOST_SUFFIX}`,
    'directory:revision',
    'cell-1',
    '127.0.0.1',
    '[::1]:80',
    'unknown_tenant',
  ]
  let wrong = 0
  for (const host of hosts) {
    const { status, type, body } = await askHost(port, host)
    const problem = status === 421 ? (JSON.parse(body) as { code?: string; status?: number }) : {}
    const isRight = type === 'application/problem+json' && problem.code === 'unknown_tenant'
    if (!isRight || problem.status !== status) wrong++
  }
  return wrong
}

const CATCH_UP_MS = 120_000

/** Infinite if a change is still missing when the time is over. */
async function waitUntilCurrent(
  port: number,
  changes: readonly Change[],
  isFollowed: boolean,
): Promise<number> {
  const startedAt = performance.now()
  const until = startedAt + (isFollowed ? CATCH_UP_MS : GIVE_UP_MS)
  while (performance.now() < until) {
    const answers = await Promise.all(
      changes.map(async (change) => {
        const answer = await askHost(port, `${change.slug}.${HOST_SUFFIX}`)
        return follows(change, answer)
      }),
    )
    if (answers.every(Boolean)) return performance.now() - startedAt
    await sleep(100)
  }
  return Number.POSITIVE_INFINITY
}
