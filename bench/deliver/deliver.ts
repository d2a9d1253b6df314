// Latency and rate of webhook deliveries, compared with a bare loop that posts the same bodies.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook, deleteWebhook } from '../../tests/harness/clients/webhook.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { median, percentile } from '../../tests/harness/measure/measurement.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver/receiver.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { atLeast, atMost } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { startEngine } from '../lib/engine.ts'
import { taskBody } from '../lib/task-body.ts'
import { createTasks, rateAt, untilArrived } from '../lib/worker-rate.ts'
import { createEventReader, type EventReader } from './event-reader.ts'
import { postBare, toLetter } from './post-bare.ts'
import { type Calm, type DeliverFigures, type Round, writeDeliverReport } from './report.ts'

type Scene = {
  api: Service
  events: EventReader
  receiver: Receiver
  startWorker: () => Promise<Service>
}

const goals = { p50Ms: 100, p99Ms: 1_000, ratio: 0.5 }
/** The small size runs beside other work and is mostly start; it notices what makes deliveries twice as dear. */
const smallGoals = { p50Ms: 200, p99Ms: 2_000, ratio: 0.2 }

const CALM_PER_SECOND = 200
/** As many as a worker opens to a receiver that answers at once. */
const CONNECTIONS = 32
const LETTERS = 2_000
const env = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`signatures` delivers events on every change; the rate is reported only for releases',
  budgetSeconds: 90,
  exclusive: true,
  report: 'bench-deliver',
  covers: ['server/src/events', 'server/src/domains/deliveries', 'server/src/jobs'],
  claim: 'latency and rate of webhook deliveries, as a ratio to a bare HTTP client',
  hasControl: false,
  async prove(options): Promise<Verdict> {
    const engine = await startEngine()
    const receiver = await startReceiver(options.seed)
    try {
      options.log(engine.description)
      const { url: databaseUrl } = await createDatabase({ cluster: engine.cluster })
      const start = (role: string, until: string) =>
        startService({ databaseUrl, env, args: ['--role', role], until })
      const api = await start('api', 'listening')
      const startWorker = () => start('worker', 'maintenance')
      const events = createEventReader(api)
      const figures = await measure({ api, events, receiver, startWorker }, options)
      await api.stop()
      if (options.full) writeDeliverReport(engine.description, figures)
      return judge(figures, options.full)
    } finally {
      await receiver.stop()
      await engine.cluster.stop()
    }
  },
}

async function measure(scene: Scene, { full, log }: ProofOptions): Promise<DeliverFigures> {
  const calm = await measureCalm(scene, full ? 20 : 10)
  log(`${calm.perSecond}/s: p50 ${calm.p50Ms} ms, p99 ${calm.p99Ms} ms`)
  const events = full ? 40_000 : 10_000
  const rounds: Round[] = []
  for (let round = 0; round < (full ? 5 : 3); round++) {
    const { service, bare } = await runRound(scene, round, events)
    rounds.push({ service, bare })
    log(`${service.toFixed(0)}/s beside ${bare.toFixed(0)}/s: ${(service / bare).toFixed(2)}`)
  }
  const ratio = median(rounds.map(({ service, bare }) => service / bare))
  return { events, connections: CONNECTIONS, calm, rounds, ratio }
}

function judge({ calm, ratio }: DeliverFigures, full: boolean): Verdict {
  const wanted = full ? goals : smallGoals
  return {
    figures: `create → delivered p50 ${calm.p50Ms} ms (≤ ${wanted.p50Ms}), p99 ${calm.p99Ms} ms (≤ ${wanted.p99Ms}); deliveries : bare undici ${ratio.toFixed(2)} (≥ ${wanted.ratio})`,
    criteria: [
      atMost('p50 delivery latency', calm.p50Ms, wanted.p50Ms, 'ms'),
      atMost('p99 delivery latency', calm.p99Ms, wanted.p99Ms, 'ms'),
      atLeast('ratio to bare undici', ratio, wanted.ratio),
    ],
  }
}

/** One create every few milliseconds, answered or not, as traffic comes. */
async function measureCalm({ api, receiver, startWorker }: Scene, seconds: number): Promise<Calm> {
  const worker = await startWorker()
  const webhook = await createWebhook(api, { url: receiver.url('good', 'calm') })
  const caller = createApiCaller(32)
  const creates: Promise<unknown>[] = []
  const call = { method: 'POST', headers: { 'x-api-key': api.apiKey }, body: taskBody }
  const startedAt = performance.now()
  for (let made = 0; made < CALM_PER_SECOND * seconds; made++) {
    const dueMs = (made * 1_000) / CALM_PER_SECOND - (performance.now() - startedAt)
    if (dueMs > 1) await sleep(dueMs)
    creates.push(caller.call(`${api.url}/api/tasks`, call))
  }
  await Promise.all(creates)
  caller.close()
  await untilArrived(receiver, 'calm', creates.length)
  await deleteWebhook(api, webhook)
  await worker.stop()
  const { dwell } = await receiver.arrivals('calm')
  // Until the JavaScript is compiled, it is the start that is measured.
  const sorted = dwell.slice(dwell.length / 4).toSorted((a, b) => a - b)
  return {
    perSecond: CALM_PER_SECOND,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
  }
}

async function runRound(scene: Scene, round: number, events: number): Promise<Round> {
  const { api, receiver, startWorker } = scene
  const place = (side: string) => `${side}-${round}`
  const webhook = await createWebhook(api, { url: receiver.url('good', place('service')) })
  await scene.events.skipToEnd()
  await createTasks(api, events)
  const letters = (await scene.events.read(LETTERS)).map(toLetter)
  const turns = [
    async () => {
      const worker = await startWorker()
      await untilArrived(receiver, place('service'), events)
      await worker.stop()
    },
    () => {
      const url = receiver.url('good', place('bare'))
      return postBare({ url, letters, count: events, connections: CONNECTIONS })
    },
  ]
  for (const turn of round % 2 === 0 ? turns : turns.toReversed()) await turn()
  await deleteWebhook(api, webhook)
  const rateOf = async (side: string) => rateAt(await receiver.arrivals(place(side)))
  return { service: await rateOf('service'), bare: await rateOf('bare') }
}
