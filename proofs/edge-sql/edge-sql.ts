// Verifies that a hostile service gets nothing from a connector except what the policy allows.
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../edge/src/commands/log.ts'
import { type RunningEdge, startEdge } from '../../edge/src/commands/start-edge.ts'
import { loadSettings } from '../../edge/src/settings/load-settings.ts'
import { laboratories } from '../../tests/harness/edge/laboratories.ts'
import type { Laboratory } from '../../tests/harness/edge/laboratory.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { temporaryRoot } from '../../tests/harness/temporary-root.ts'
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { CARELESS, type Careless, carelessParts } from './careless-edge.ts'
import {
  type Attack,
  CALLS_BUMP,
  makeAttacks,
  malformedPolls,
  order,
  READS_ALL,
} from './hostile-orders.ts'
import { type HostilePlane, startHostilePlane } from './hostile-plane.ts'
import { hostilePolicy, MAX_BYTES, MAX_ROWS, TIMEOUT_MS } from './hostile-policy.ts'

const SMALL = 120
/** Each costs a wait of the connector. */
const SMALL_POLLS = 3
const LEAST = 500
const GRACE_MS = 1_000
const AT_ONCE = 4
const LOOT = '/tmp/task-edge-loot'

type Tally = {
  tried: number
  unlisted: number
  unlistedRefused: number
  sql: number
  sqlRefused: number
  refused: number
  failed: number
  done: number
  /** Sites whose database is not what it was. */
  changed: string[]
  /** What must not be, in words. */
  faults: string[]
  slowestMs: number
  leastPerRun: number
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'two databases behind a connector; the tests of the connector’s policy and drivers run on every change',
  budgetSeconds: 60,
  cores: 0.5,
  report: 'edge-sql',
  covers: ['edge/src/policy', 'edge/src/drivers', 'edge/src/work'],
  claim: `a hostile service sends at least ${LEAST} attacks to a connector, on PostgreSQL and MariaDB: no write, no row over the limit, each ends within its timeout and 1 s, and the connector rejects every order with SQL and every unlisted name`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const tally: Tally = {
      tried: 0,
      unlisted: 0,
      unlistedRefused: 0,
      sql: 0,
      sqlRefused: 0,
      refused: 0,
      failed: 0,
      done: 0,
      changed: [],
      faults: [],
      slowestMs: 0,
      leastPerRun: Number.POSITIVE_INFINITY,
    }
    rmSync(LOOT, { force: true })
    for (const { server, isThere, start } of laboratories) {
      if (!isThere) {
        tally.faults.push(`${server} is not installed`)
        continue
      }
      const lab = await start()
      try {
        const sites = options.control ? CARELESS : [undefined]
        for (const careless of sites) await attackSite(options, lab, careless, tally)
      } finally {
        await lab.stop()
      }
    }
    return judge(options, tally)
  },
}

async function attackSite(
  options: ProofOptions,
  lab: Laboratory,
  careless: Careless | undefined,
  tally: Tally,
): Promise<void> {
  const name = careless === undefined ? lab.engine : `${lab.engine}, ${careless}`
  const random = seededRandom(options.seed, `edge-sql ${name}`)
  const all = makeAttacks(lab, random)
  tally.leastPerRun = Math.min(tally.leastPerRun, all.length)
  // The plainest write in SQL and in a parameter are always among them.
  const certain = all.filter(({ order: asked }) => isPlainest(asked))
  const attacks = options.full ? all : [...certain, ...sample(all, SMALL, () => random.next())]
  const plane = await startHostilePlane()
  const folder = mkdtempSync(join(temporaryRoot(), 'task-edge-sql-'))
  const checksum = await lab.checksum()
  const before = { ...tally }
  const edge = await startVictim(lab, careless, plane, folder)
  try {
    await inParallel(attacks, AT_ONCE, (attack) => tryOne(plane, attack, name, tally))
    await tryMalformed(
      plane,
      name,
      options.full ? malformedPolls() : sample(malformedPolls(), SMALL_POLLS, () => random.next()),
      tally,
    )
    await tryReplay(plane, name, tally)
  } finally {
    await edge.stop()
    await plane.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  if ((await lab.checksum()) !== checksum) tally.changed.push(name)
  if (existsSync(LOOT)) tally.faults.push(`${name}: a file was written`)
  if (plane.heard().includes('writer-pw')) tally.faults.push(`${name}: a password left`)
  options.log(
    `${name}: ${attacks.length} attacks, ${tally.refused - before.refused} refused, ${tally.failed - before.failed} failed, ${tally.done - before.done} answered`,
  )
}

const isPlainest = ({ sql, params }: Attack['order']): boolean =>
  sql === 'select bump()' ||
  [CALLS_BUMP, READS_ALL].some((title) => JSON.stringify(params) === JSON.stringify({ title }))

async function startVictim(
  lab: Laboratory,
  careless: Careless | undefined,
  plane: HostilePlane,
  folder: string,
): Promise<RunningEdge> {
  const policyFile = join(folder, 'policy.yaml')
  writeFileSync(policyFile, hostilePolicy(lab))
  const settings = loadSettings({
    TASK_EDGE_URL: plane.url,
    TASK_EDGE_TOKEN: 'cnt_hostile-token',
    TASK_EDGE_POLICY: policyFile,
    TASK_EDGE_STATE: join(folder, 'state'),
    // May write: what keeps reads from writing is the connector.
    WAREHOUSE_URL: lab.writerUrl,
  })
  const log = createLog('off')
  return await startEdge(
    settings,
    log,
    careless === undefined ? {} : carelessParts(careless, settings),
  )
}

async function tryOne(
  plane: HostilePlane,
  attack: Attack,
  name: string,
  tally: Tally,
): Promise<void> {
  const { group, order: asked, isUnlisted } = attack
  const heard = await plane.ask(asked, TIMEOUT_MS + 10_000)
  const what = `${name}, ${group}: ${JSON.stringify(asked['sql'] ?? [asked['database'], asked['statement'], asked['params']]).slice(0, 120)}`
  if (heard === undefined) {
    tally.faults.push(`${what}: no answer`)
    return
  }
  const { result, rows, tookMs } = heard
  if (rows.length > MAX_ROWS || result.byte_count > MAX_BYTES)
    tally.faults.push(`${what}: over the cap`)
  if (asked['statement'] === 'by_title' && rows.length > 0)
    tally.faults.unshift(`${what}: a value became part of the text`)
  if ((result.changed_count ?? 0) > 0) tally.faults.push(`${what}: it wrote`)
  tally.slowestMs = Math.max(tally.slowestMs, tookMs)
  tally.tried++
  if (isUnlisted && asked['sql'] === undefined) tally.unlisted++
  const { outcome, problem } = result
  if (outcome === 'refused' || outcome === 'expired') tally.refused++
  else if (outcome === 'done') tally.done++
  else tally.failed++
  if (asked['sql'] !== undefined) {
    tally.sql++
    if (outcome === 'refused' && problem?.code === 'adhoc_off') tally.sqlRefused++
    else tally.faults.push(`${what}: ${outcome}, not refused`)
  } else if (isUnlisted) {
    if (outcome === 'refused' && /^unknown_(statement|database)$/.test(problem?.code ?? ''))
      tally.unlistedRefused++
    else tally.faults.push(`${what}: ${outcome}, not refused`)
  }
  if (tookMs > TIMEOUT_MS + GRACE_MS)
    tally.faults.push(`${what}: ended after ${Math.round(tookMs)} ms`)
}

async function tryMalformed(
  plane: HostilePlane,
  name: string,
  polls: readonly string[],
  tally: Tally,
): Promise<void> {
  for (const text of polls) {
    await plane.answerPoll(text)
    tally.tried++
    // It still answers after that.
    const heard = await plane.ask(order({ statement: 'no_such' }), 30_000)
    if (heard?.result.outcome !== 'refused')
      tally.faults.push(`${name}: silent after ${text.slice(0, 60)}`)
  }
}

/** A job that is handed out again is answered from the journal, whatever it asks for now. */
async function tryReplay(plane: HostilePlane, name: string, tally: Tally): Promise<void> {
  const first = order({
    statement: 'close_claim',
    params: { id: 1, version: 77, status: 'closed', note: '' },
  })
  await plane.ask(first, 10_000)
  for (const attempt of [1, 2, 3]) {
    const heard = await plane.ask({ ...first, attempt }, 10_000)
    tally.tried++
    if (heard?.result.problem?.code !== 'source_changed')
      tally.faults.push(`${name}: a repeated job was not known`)
  }
}

function sample<T>(all: readonly T[], count: number, next: () => number): T[] {
  const rest = [...all]
  return Array.from({ length: Math.min(count, all.length) }, () =>
    rest.splice(Math.floor(next() * rest.length), 1),
  ).flat()
}

async function inParallel<T>(
  all: readonly T[],
  count: number,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const rest = [...all]
  const worker = async () => {
    for (let one = rest.shift(); one !== undefined; one = rest.shift()) await work(one)
  }
  await Promise.all(Array.from({ length: count }, worker))
}

function judge({ log, full }: ProofOptions, tally: Tally): Verdict {
  for (const name of tally.changed) log(`  ${name}: the database was changed`)
  for (const fault of tally.faults.slice(0, 12)) log(`  ${fault}`)
  const figures = [
    `${tally.tried} attacks`,
    `at least ${tally.leastPerRun} different ones for each engine${full ? '' : ', of which a sample'}`,
    `${tally.sqlRefused} of ${tally.sql} orders with SQL refused`,
    `${tally.unlistedRefused} of ${tally.unlisted} unlisted names refused`,
    `${tally.refused} refused, ${tally.failed} failed, ${tally.done} answered within the file`,
    `slowest ${Math.round(tally.slowestMs)} ms at a timeout of ${TIMEOUT_MS} ms`,
    `${tally.changed.length} databases changed`,
    `${tally.faults.length} faults`,
  ]
  const criteria = [
    none('faults found', tally.faults.length),
    none('databases changed', tally.changed.length),
    atLeast('different attacks for each engine', tally.leastPerRun, LEAST),
    equals('orders with SQL rejected', tally.sqlRefused, tally.sql),
    equals('unlisted names rejected', tally.unlistedRefused, tally.unlisted),
  ]
  return { figures: figures.join(', '), criteria }
}
