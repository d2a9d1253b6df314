// Verifies that the events of a task arrive in order although the clocks of the workers differ.
import { setTimeout as sleep } from 'node:timers/promises'
import { createWebhook } from '../../tests/harness/clients/webhook.ts'
import { type Arena, openArena } from '../../tests/harness/delivery/arena.ts'
import { makeTraffic, type TrafficPlan } from '../../tests/harness/delivery/traffic.ts'
import { shiftedEnv } from '../../tests/harness/events/shifted-env.ts'
import { type Fleet, startFleet } from '../../tests/harness/processes/fleet.ts'
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

type Size = Omit<TrafficPlan, 'seed'>

const ciSize: Size = { plainTasks: 0, orderedTasks: 100, changes: 1_400, seconds: 10 }
const fullSize: Size = { plainTasks: 0, orderedTasks: 500, changes: 9_500, seconds: 60 }

/** How far the clock of each worker is off. */
const SHIFTS_MS = [-5_000, 5_000]
const PLACE = 'ordered'
const TIMEOUT_MS = 60_000

const variables = {
  SERVICE_ACP_WEBHOOK_TIMEOUT: '1s',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '100ms,200ms,400ms,1s,1s,1s,1s,1s,1s,1s,1s',
}

export const proof: Proof = {
  tier: 'release',
  tierReason: 'a test of the dispatcher checks the same rule on every change with one process',
  budgetSeconds: 90,
  covers: ['server/src/events', 'server/src/domains/deliveries'],
  claim:
    'with two workers whose clocks are ten seconds apart and a receiver that fails, the events of each task arrive in order',
  report: 'resilience',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const arena = await openArena(options.seed, variables)
    const workers: Fleet[] = []
    try {
      for (const shiftMs of SHIFTS_MS) workers.push(await startShifted(arena, shiftMs))
      return await deliverAll(arena, options)
    } finally {
      for (const worker of workers) await worker.stop()
      await arena.stop()
    }
  },
}

function startShifted(arena: Arena, shiftMs: number): Promise<Fleet> {
  const env = { ...arena.env, ...shiftedEnv(shiftMs) }
  return startFleet({ databaseUrl: arena.database.url, size: 1, role: 'worker', env })
}

async function deliverAll(arena: Arena, options: ProofOptions): Promise<Verdict> {
  const { api, receiver } = arena
  await createWebhook(api, {
    url: receiver.url('hostile', PLACE),
    // Without an order asked for, events overtake each other: the receiver would notice.
    ordering: options.control ? 'none' : 'task',
    filter: { 'data.queue': [PLACE] },
  })
  const size = options.full ? fullSize : ciSize
  const events = await makeTraffic(api, { ...size, seed: options.seed })
  options.log(`${events} events made`)
  const { acknowledged, disorders, arrivals } = await untilArrived(arena, events)
  return {
    figures: `${acknowledged} of ${events} events in ${arrivals} attempts by workers with clocks ${SHIFTS_MS.map((ms) => `${ms} ms`).join(' and ')} off, ${disorders} out of order`,
    criteria: [
      none('events out of order', disorders),
      ...(options.control ? [] : [equals('events delivered', acknowledged, events)]),
      atLeast('delivery attempts', arrivals, events),
    ],
  }
}

async function untilArrived({ receiver }: Arena, events: number) {
  for (let last = Date.now(), seen = 0; ; await sleep(100)) {
    const report = await receiver.report(PLACE)
    if (report.acknowledged > seen) last = Date.now()
    seen = report.acknowledged
    if (seen >= events || Date.now() - last > TIMEOUT_MS) return report
  }
}
