// Verifies durability: acknowledged writes survive any crash of the service and of PostgreSQL, exactly once.
import { setTimeout as sleep } from 'node:timers/promises'
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type Arena, openArena } from '../../tests/harness/storm/arena.ts'
import { compareShown, listAll, repeatAll } from '../../tests/harness/storm/ask-api.ts'
import { createJournal, type Journal } from '../../tests/harness/storm/journal.ts'
import {
  countUnknowns,
  type Findings,
  judgeStorm,
  type Unknowns,
} from '../../tests/harness/storm/judge-storm.ts'
import { startLoad } from '../../tests/harness/storm/load.ts'
import type { Line } from '../../tests/harness/storm/send.ts'
import { readStoredRows, untilQuiet } from '../../tests/harness/storm/stored-rows.ts'
import { atLeast, atMost, type Criterion, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import {
  dealKills,
  KILL_KINDS,
  type Killer,
  type KillKind,
  kill,
  type Recoveries,
} from './kills.ts'

const PROCESSES = 2
const CLIENTS = 32
/** Stated times; on a busy machine most of them is the start of Node.js and of PostgreSQL. */
const LIMITS_MS = { process: 30_000, postgres: 30_000, survivor: 10_000 }

type Storm = {
  arena: Arena
  line: Line
  journal: Journal
  kills: KillKind[]
  recoveries: Recoveries
}

type Outcome = { findings: Findings; faults: string[]; unknowns: Unknowns; repeated: number }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'kills and restarts processes for almost two minutes; `claims` kills processes on every change, and the stores of tasks, events and keys have tests',
  budgetSeconds: 90,
  fullSizeForRelease: true,
  report: 'foundation',
  covers: ['server/src/db', 'server/src/domains/tasks', 'server/src/jobs', 'server/src/app'],
  claim: `under load on ${PROCESSES} API processes, with kill -9 of API processes, worker, PostgreSQL or one of its backends: every acknowledged write is stored exactly once per Idempotency-Key, with its events and audit entries; the service recovers automatically`,
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const arena = await openArena({ processes: PROCESSES, forgetful: options.control })
    const caller = createApiCaller()
    try {
      const storm = prepare(arena, caller, options)
      await rage(storm, options)
      return judge(storm, await inspect(storm, options), options)
    } finally {
      caller.close()
      await arena.stop()
    }
  },
}

function prepare(
  arena: Arena,
  caller: Line['caller'],
  { control, full, seed }: ProofOptions,
): Storm {
  return {
    arena,
    line: {
      caller,
      fleet: arena.apis,
      freshKeys: control,
      traffic: {
        requests: 0,
        hung: 0,
        replayed: 0,
        slowestMs: 0,
        inFlight: 0,
        unreachable: 0,
        turnedAway: 0,
        faults: [],
      },
    },
    journal: createJournal(),
    kills: dealKills(seededRandom(seed, 'kinds'), full ? 300 : 12),
    recoveries: { processMs: [], postgresMs: [], survivorMs: [] },
  }
}

/** Kill after kill, each when everything has come back from the one before and worked for a while. */
async function rage(storm: Storm, { full, seed, log }: ProofOptions): Promise<void> {
  const { arena, line, journal, recoveries } = storm
  const load = startLoad({ arena, line, journal, seed, clients: CLIENTS })
  const random = seededRandom(seed, 'kills')
  const killer: Killer = { arena, random, recoveries, untilWritten: load.untilWritten }
  for (const [index, kind] of storm.kills.entries()) {
    await sleep(random.between(200, full ? 3_000 : 1_000))
    const started = performance.now()
    const recovered = kill(killer, kind)
    load.ease(true)
    await recovered
    load.ease(false)
    const took = seconds(performance.now() - started)
    log(
      `${index + 1}. ${kind}: back after ${took}, ${journal.tasks.size} tasks acknowledged so far`,
    )
    const ended = [arena.apis, arena.workers].flatMap((fleet) => fleet.endedByThemselves())
    if (ended.length > 0) throw new Error(ended.join('\n'))
  }
  await sleep(500)
  await load.stop()
}

async function inspect(storm: Storm, { control, log }: ProofOptions): Promise<Outcome> {
  const { arena, line, journal } = storm
  const { superuserUrl } = arena.database
  await untilQuiet(superuserUrl)
  if (control) await dropOneEvent(superuserUrl)
  const shown = await listAll(line, arena.tenants)
  // Where keys are lost with their tasks, repeating a request makes a task.
  const replays = control ? { repeated: 0, faults: [] } : await repeatAll(line, journal)
  const stored = await readStoredRows(superuserUrl)
  const findings = judgeStorm(journal, stored)
  const faults = [
    replays.faults,
    compareShown(shown, stored.tasks),
    line.traffic.faults,
    journal.contradictions,
  ].flat()
  for (const [name, found] of Object.entries({ ...findings, faults })) {
    for (const fault of found.slice(0, 3)) log(`  ${name}: ${fault.slice(0, 300)}`)
  }
  const unknowns = countUnknowns(journal, stored)
  return { findings, faults, unknowns, repeated: replays.repeated }
}

/** The control's third fault, beside lost tasks and duplicates: no crash of ours makes it. */
async function dropOneEvent(superuserUrl: string): Promise<void> {
  await withAdmin(superuserUrl, (admin) =>
    admin.query('delete from events where id = (select id from events limit 1)'),
  )
}

function judge(storm: Storm, outcome: Outcome, { control }: ProofOptions): Verdict {
  const { journal, line, recoveries } = storm
  const { findings, faults, unknowns, repeated } = outcome
  const { traffic } = line
  const slowest = {
    process: Math.max(...recoveries.processMs),
    postgres: Math.max(...recoveries.postgresMs),
    survivor: Math.max(...recoveries.survivorMs),
  }
  const changes = [...journal.tasks.values()].reduce(
    (sum, { versions }) => sum + versions.size - 1,
    0,
  )
  const { lost, duplicates, withoutEvent, eventsWithoutTask, ...others } = findings
  const otherFaults = Object.values(others).flat().length + faults.length + traffic.hung
  const figures = [
    `${storm.kills.length} kills (${countKinds(storm.kills)})`,
    `${traffic.requests} requests`,
    `${journal.tasks.size} tasks and ${changes} changes acknowledged`,
    `${lost.length} lost`,
    `${duplicates.length} duplicates`,
    `${withoutEvent.length} tasks without event`,
    `${eventsWithoutTask.length} events without task`,
    `${otherFaults} other faults`,
    `${traffic.unreachable} connections lost and ${traffic.turnedAway} × 503`,
    `${unknowns.exist} of ${unknowns.sent} creates without key or response exist`,
    `${traffic.replayed} lost responses replayed on retry`,
    `${repeated} responses requested again`,
    `slowest answer ${seconds(traffic.slowestMs)}`,
    `slowest recovery: process ${seconds(slowest.process)}, PostgreSQL ${seconds(slowest.postgres)}, survivor ${seconds(slowest.survivor)}`,
  ]
  const criteria = [
    none('acknowledged writes lost', lost.length),
    none('duplicate tasks', duplicates.length),
    none('tasks without event', withoutEvent.length),
    none('events without task', eventsWithoutTask.length),
    none('other faults', otherFaults),
    atMost('recovery time of a process', slowest.process, LIMITS_MS.process, 'ms'),
    atMost('recovery time of PostgreSQL', slowest.postgres, LIMITS_MS.postgres, 'ms'),
    atMost('recovery time of a surviving process', slowest.survivor, LIMITS_MS.survivor, 'ms'),
    atLeast('connections lost', traffic.unreachable, 1),
    atLeast('lost responses replayed on retry', traffic.replayed, 1),
    atLeast('creates with an unknown outcome', unknowns.sent, 1),
  ]
  return { figures: figures.join(', '), criteria: control ? controlCriteria(findings) : criteria }
}

/** A control that shows only one kind of damage would leave the other checks unproven. */
function controlCriteria({ lost, duplicates, withoutEvent }: Findings): Criterion[] {
  const kinds = [lost, duplicates, withoutEvent]
  const seen = kinds.filter(({ length }) => length > 0).length
  const name = 'kinds of damage found (lost writes, duplicates, tasks without event)'
  return [atMost(name, seen, kinds.length - 1)]
}

function countKinds(kills: readonly KillKind[]): string {
  const counts = KILL_KINDS.map((kind) => `${kills.filter((it) => it === kind).length} × ${kind}`)
  return counts.join(', ')
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
