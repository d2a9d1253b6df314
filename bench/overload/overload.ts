// Ten times as many requests as one process can handle, creates and lists mixed: goodput, rejections, memory and recovery
// time.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createDatabase } from '../../tests/harness/database.ts'
import { type BenchTenant, provisionTenants } from '../../tests/harness/measure/bench-tenants.ts'
import { median } from '../../tests/harness/measure/measurement.ts'
import { loadDataset } from '../../tools/load.ts'
import { atLeast, atMost, none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { startEngine } from '../lib/engine.ts'
import { startServiceProcess } from '../lib/service-process.ts'
import { taskBody } from '../lib/task-body.ts'
import { runSwarm, type SwarmReport, type SwarmWindow } from './client-swarm.ts'
import { watchMemory } from './memory-watch.ts'
import { type OverloadFigures, writeOverloadReport } from './overload-report.ts'

const TENANTS = 20
/** A page of 50 must be full. */
const TASKS_PER_TENANT = 60

const PEAK_CONNECTIONS = 64
const OVERLOAD = 10
const OVERLOAD_CONNECTIONS = 4_000
/** Until the JavaScript is compiled: a peak measured too early would make ten times of it too little. */
const WARM_UP_SECONDS = 10
const RECOVERY_SECONDS = 10

type Goals = { goodput: number; p99Ms: number }

const goals: Goals = { goodput: 0.8, p99Ms: 1_000 }
/** The small size runs beside other work; half of each is enough. */
const smallGoals: Goals = { goodput: 0.4, p99Ms: 2_000 }
const MOST_MIB = 600
/** Normal again: a second with this part of the rate and at most so many times the latency of before. */
const NORMAL_RATE = 0.8
const NORMAL_P99 = 2

/** Limits as shipped, but for the rate limit: that one refuses too, for another reason. */
const asShipped = {
  SERVICE_ACP_LIMIT_IN_FLIGHT: '1000',
  SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY: '1s',
}

function render(tenants: readonly BenchTenant[]): string[] {
  const body = JSON.stringify(taskBody)
  return tenants.flatMap(({ host, key }) => {
    const caller = `Host: ${host}\r\nX-API-Key: ${key}\r\n`
    const content = `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n`
    return [
      `POST /api/tasks HTTP/1.1\r\n${caller}${content}\r\n${body}`,
      `GET /api/tasks?limit=50 HTTP/1.1\r\n${caller}\r\n`,
    ]
  })
}

async function measure(
  service: { url: string; pid: number },
  requests: readonly string[],
  seconds: { peak: number; overload: number },
): Promise<OverloadFigures> {
  const port = Number(new URL(service.url).port)
  const usual = { port, requests, connections: PEAK_CONNECTIONS }
  await runSwarm({ ...usual, seconds: WARM_UP_SECONDS })
  const before = await runSwarm({ ...usual, seconds: seconds.peak })
  const memory = watchMemory(service.pid)
  const overload = await runSwarm({
    ...usual,
    connections: OVERLOAD_CONNECTIONS,
    seconds: seconds.overload,
    arrivalsPerSecond: OVERLOAD * Math.max(...before.windows.map((one) => one.admitted)),
  })
  const after = await runSwarm({ ...usual, seconds: RECOVERY_SECONDS })
  memory.stop()
  const isNormal = (one: SwarmWindow) =>
    one.admitted >= NORMAL_RATE * before.admittedPerSecond && one.p99Ms <= NORMAL_P99 * before.p99Ms
  const normalAt = after.windows.findIndex(isNormal)
  const peakPerSecond = median(
    [...before.windows, ...after.windows.slice(normalAt)].map((one) => one.admitted),
  )
  return {
    before,
    overload,
    after,
    peakPerSecond,
    goodput: overload.admittedPerSecond / peakPerSecond,
    peakMiB: memory.peakMiB(),
    recoverySeconds: normalAt < 0 ? Number.POSITIVE_INFINITY : normalAt + 1,
  }
}

function judge(figures: OverloadFigures, { goodput: least, p99Ms }: Goals): Verdict {
  const { overload, goodput, peakPerSecond, peakMiB, recoverySeconds } = figures
  const badAnswers = Object.entries(overload.statuses)
    .filter(([status]) => !['200', '201', '429', '503'].includes(status))
    .reduce((sum, [, count]) => sum + count, overload.withoutRetryAfter)
  const unanswered = overload.resets + overload.timeouts
  const times = (perSecond: number) => `${(perSecond / peakPerSecond).toFixed(1)} ×`
  return {
    figures: [
      `offered ${times(overload.offeredPerSecond)} the peak of ${Math.round(peakPerSecond)}/s, sent ${times(overload.sentPerSecond)}`,
      `goodput ${goodput.toFixed(2)} ≥ ${least}`,
      `admitted p99 ${Math.round(overload.p99Ms)} ≤ ${p99Ms} ms`,
      `${Math.round(overload.refusedPerSecond)}/s refused with Retry-After, ${badAnswers} otherwise, ${unanswered} not answered`,
      `memory ${peakMiB} ≤ ${MOST_MIB} MiB`,
      `normal after ${recoverySeconds} s`,
    ].join(', '),
    criteria: [
      atLeast('goodput', goodput, least),
      atMost('p99 latency of admitted requests', overload.p99Ms, p99Ms, 'ms'),
      none('unexpected responses', badAnswers),
      none('requests without a response', unanswered),
      atMost('peak memory', peakMiB, MOST_MIB, 'MiB'),
      atMost('recovery time', recoverySeconds, RECOVERY_SECONDS, 's'),
    ],
  }
}

function describe(name: string, one: SwarmReport): string {
  const { admittedPerSecond, refusedPerSecond, p50Ms, p99Ms, statuses } = one
  return `${name}: ${Math.round(admittedPerSecond)}/s p50 ${p50Ms.toFixed(1)} p99 ${p99Ms.toFixed(1)} ms, ${Math.round(refusedPerSecond)}/s refused, ${JSON.stringify(statuses)}`
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'measures latency, which a shared machine decides; tests of admission control run on every change',
  budgetSeconds: 60,
  exclusive: true,
  fullSizeForRelease: true,
  report: 'bench-overload',
  covers: ['server/src/http/admission', 'server/src/http'],
  claim: `${OVERLOAD} times the requests that one process can handle, over ${OVERLOAD_CONNECTIONS} connections`,
  hasControl: true,
  prove: async ({ full, control, log }) => {
    const engine = await startEngine()
    const directory = mkdtempSync(join(tmpdir(), 'task-service-bench-'))
    try {
      log(engine.description)
      const { url: databaseUrl, superuserUrl } = await createDatabase({ cluster: engine.cluster })
      const tenants = await provisionTenants(superuserUrl, TENANTS)
      const tasks = TENANTS * TASKS_PER_TENANT
      await loadDataset(databaseUrl, { tenants: TENANTS, tasks, skew: 0, log: () => {} })
      // Without further variables the harness switches every limit off.
      const env = control ? {} : asShipped
      const service = await startServiceProcess({ databaseUrl, directory, env })
      const seconds = full ? { peak: 10, overload: 60 } : { peak: 4, overload: 8 }
      const figures = await measure(service, render(tenants), seconds)
      await service.stop()
      for (const name of ['before', 'overload', 'after'] as const) {
        log(describe(name, figures[name]))
      }
      if (full && !control) writeOverloadReport(engine.description, figures)
      return judge(figures, full ? goals : smallGoals)
    } finally {
      await engine.cluster.stop()
      rmSync(directory, { recursive: true })
    }
  },
}
