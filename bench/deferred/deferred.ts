// The cost of deferred retries: the delivery rate next to many attempts that are hours away, as a ratio to the rate without
// them.
import { withAdmin } from '../../tests/harness/admin-client.ts'
import { createWebhook, deleteWebhook } from '../../tests/harness/clients/webhook.ts'
import { createDatabase, type TestDatabase } from '../../tests/harness/database.ts'
import { median } from '../../tests/harness/measure/measurement.ts'
import { type Receiver, startReceiver } from '../../tests/harness/receiver/receiver.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { atLeast } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { startEngine } from '../lib/engine.ts'
import { createTasks, rateAt, untilArrived } from '../lib/worker-rate.ts'

type Scene = { api: Service; database: TestDatabase; receiver: Receiver }
type Size = { deferred: number; events: number; rounds: number; ratio: number }

/** The small size runs beside other work, where rates vary more. */
const sizes: Record<'ci' | 'full', Size> = {
  ci: { deferred: 200_000, events: 5_000, rounds: 3, ratio: 0.6 },
  full: { deferred: 2_000_000, events: 20_000, rounds: 5, ratio: 0.8 },
}
const ROWS_AT_ONCE = 100_000
const env = { SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8' }

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'it measures a rate; tests check on every change that a deferred attempt is not in the queue',
  budgetSeconds: 180,
  exclusive: true,
  covers: ['server/src/events', 'server/src/domains/deliveries', 'server/src/jobs'],
  claim: 'deliveries keep their rate next to two million retries that are hours away',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const engine = await startEngine()
    const receiver = await startReceiver(options.seed)
    try {
      options.log(engine.description)
      const database = await createDatabase({ cluster: engine.cluster })
      const api = await startService({ databaseUrl: database.url, env, args: ['--role', 'api'] })
      const verdict = await measure({ api, database, receiver }, options)
      await api.stop()
      return verdict
    } finally {
      await receiver.stop()
      await engine.cluster.stop()
    }
  },
}

async function measure(scene: Scene, { full, control, log }: ProofOptions): Promise<Verdict> {
  const size = sizes[full ? 'full' : 'ci']
  // The first round is mostly start.
  await measureRate(scene, 'warm-up', size.events)
  const alone = await measureRates(scene, 'alone', size)
  log(`alone: ${alone.map(Math.round).join(', ')} deliveries/s`)
  await deferMany(scene.database, size.deferred, control)
  const beside = await measureRates(scene, 'beside', size)
  log(`beside ${size.deferred}: ${beside.map(Math.round).join(', ')} deliveries/s`)
  const ratio = median(beside) / median(alone)
  const place = control ? 'in the queue' : 'deferred'
  return {
    figures: `${Math.round(median(beside))} deliveries/s beside ${size.deferred} attempts ${place}, ${Math.round(median(alone))} without: ${ratio.toFixed(2)} (≥ ${size.ratio})`,
    criteria: [atLeast('ratio to the rate without deferred attempts', ratio, size.ratio)],
  }
}

async function measureRates(scene: Scene, name: string, size: Size): Promise<number[]> {
  const rates: number[] = []
  for (let round = 0; round < size.rounds; round++) {
    rates.push(await measureRate(scene, `${name}-${round}`, size.events))
  }
  return rates
}

async function measureRate(
  { api, database, receiver }: Scene,
  place: string,
  events: number,
): Promise<number> {
  const webhook = await createWebhook(api, { url: receiver.url('good', place) })
  await createTasks(api, events)
  const worker = await startService({
    databaseUrl: database.url,
    env,
    args: ['--role', 'worker'],
    until: 'maintenance',
  })
  await untilArrived(receiver, place, events)
  await worker.stop()
  await deleteWebhook(api, webhook)
  return rateAt(await receiver.arrivals(place))
}

/** Attempts of a receiver that was down, spread over the next day; the control puts them into the queue. */
async function deferMany(database: TestDatabase, count: number, control: boolean): Promise<void> {
  await withAdmin(database.superuserUrl, async (admin) => {
    for (let made = 0; made < count; made += ROWS_AT_ONCE) {
      await admin.query(control ? insertJobs : insertDeferred, [ROWS_AT_ONCE])
    }
    await admin.query('vacuum analyze')
  })
}

const insertDeferred = `
  insert into deliveries (tenant_id, id, webhook_id, event_xid, event_id, event_type, event_at, subject_id, status,
    queued_at, attempts, tries, next_attempt_at, is_deferred, attempted_at, error, created_at)
  select t.tenant_id, gen_random_uuid(), w.id, '1', gen_random_uuid(), 'task.created', now(), gen_random_uuid(), 'pending',
    now(), 5, 5, now() + interval '1 hour' + random() * interval '20 hours', true, now(), 'timeout', now()
  from (select tenant_id from tenants limit 1) as t, (select gen_random_uuid() as id) as w, generate_series(1, $1) as n`

const insertJobs = `
  insert into jobs.job (name, data, group_id, start_after, retry_limit, policy)
  select 'deliver', jsonb_build_object('tenant_id', t.tenant_id, 'webhook_id', w.id, 'deliveries',
      jsonb_build_array(gen_random_uuid()), 'round', 0, 'try', 6), w.id::text,
    now() + interval '1 hour' + random() * interval '20 hours', 1000000, 'standard'
  from (select tenant_id from tenants limit 1) as t, (select gen_random_uuid() as id) as w, generate_series(1, $1) as n`
