// Verifies imports: many rows are imported and exported while the import is canceled and its process is killed; none is lost, none
// is there twice.
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import } from '@task-service/contract'
import { Client } from 'pg'
import { createDatabase } from '../../tests/harness/database.ts'
import { type Service, startService } from '../../tests/harness/service.ts'
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'

const CI_ROWS = 5_000
const FULL_ROWS = 1_000_000
/** Of these rows, each has a priority that does not exist. */
const REJECTED_EACH = 1_000
const POLL_MS = 100

export const proof: Proof = {
  tier: 'release',
  tierReason: 'a million rows take minutes; tests of the worker cover a killed process',
  budgetSeconds: 120,
  covers: ['server/src/domains/imports', 'server/src/domains/exports'],
  report: 'import-and-export',
  claim:
    'a file of 1,000,000 rows without IDs is checked, imported and exported while the import is canceled once and its process is killed once: no row is lost and none is there twice',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const rows = options.full ? FULL_ROWS : CI_ROWS
    const database = await createDatabase()
    const admin = new Client({ connectionString: database.superuserUrl })
    await admin.connect()
    const services: Service[] = []
    try {
      const start = async (apiKey?: string) => {
        const given = { databaseUrl: database.url, ...(apiKey && { apiKey }) }
        const service = await startService(given)
        services.push(service)
        return service
      }
      return await run({ rows, options, admin, start })
    } finally {
      await Promise.all(services.map((service) => service.kill()))
      await admin.end()
      await database.drop()
    }
  },
}

type Stage = {
  rows: number
  options: ProofOptions
  admin: Client
  start: (apiKey?: string) => Promise<Service>
}

async function run({ rows, options, admin, start }: Stage): Promise<Verdict> {
  const { log } = options
  const first = await start()
  const { id } = await upload(first, rows)
  log(`uploaded ${rows} rows`)
  await send(first, 'POST', `/imports/${id}/validate`, {})
  const ready = await reach(first, id, ({ state }) => state === 'ready')
  log(`dry run: ${ready.valid} accepted, ${ready.rejected} rejected`)
  const startedAt = performance.now()
  await send(first, 'POST', `/imports/${id}/start`)
  await reach(first, id, ({ progress }) => progress.rows_done > rows / 4)
  const canceled = await send<Import>(first, 'POST', `/imports/${id}/cancel`)
  log(`canceled after ${canceled.progress.rows_done} rows`)
  await send(first, 'POST', `/imports/${id}/start`)
  await reach(first, id, ({ progress }) => progress.rows_done > rows / 2)
  await first.kill()
  if (options.control) {
    // As if the position were not a part of the transaction that creates the tasks.
    await admin.query('update imports set position = data_position, line = data_line')
  }
  const second = await start(first.apiKey)
  const killedAt = (await get(second, id)).progress.rows_done
  log(`killed after ${killedAt} rows`)
  const done = await reach(second, id, ({ state }) => state === 'finished')
  const seconds = (performance.now() - startedAt) / 1_000
  const exported = await readExport(second, rows)
  const rejected = Math.floor(rows / REJECTED_EACH)
  const perSecond = Math.round(rows / seconds)
  return {
    figures: `${rows} rows, canceled after ${canceled.progress.rows_done}, killed after ${killedAt}: ${done.created} created, ${done.rejected} rejected, ${perSecond} rows/s; exported ${exported.rows}`,
    criteria: [
      equals('rows accepted by the dry run', ready.valid, rows - rejected),
      equals('tasks created', done.created, rows - rejected),
      equals('rows rejected', done.rejected, rejected),
      equals('tasks exported', exported.rows, rows - rejected),
      none('rows lost', rows - rejected - exported.distinct),
      none('rows doubled', exported.rows - exported.distinct),
      atLeast('rows left when the process was killed', rows - killedAt, 1),
    ],
  }
}

function* lines(rows: number): Generator<Buffer> {
  yield Buffer.from('title,description,priority\n')
  for (let from = 1; from <= rows; from += 1_000) {
    let text = ''
    for (let at = from; at < Math.min(from + 1_000, rows + 1); at++) {
      text += `Row ${at},"Line 1\nLine 2 of ""${at}""",${at % REJECTED_EACH === 0 ? 'wrong' : 'low'}\n`
    }
    yield Buffer.from(text)
  }
}

async function upload({ url, apiKey }: Service, rows: number): Promise<Import> {
  const response = await fetch(`${url}/api/imports?name=rows.csv`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'text/csv' },
    body: Readable.toWeb(Readable.from(lines(rows))) as ReadableStream, // of the same runtime
    duplex: 'half',
  })
  if (!response.ok) throw new Error(await response.text())
  return (await response.json()) as Import // as the contract says
}

async function send<T>(
  { url, apiKey }: Service,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: { 'x-api-key': apiKey, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return (await response.json()) as T // as the contract says
}

const get = (service: Service, id: string) => send<Import>(service, 'GET', `/imports/${id}`)

async function reach(
  service: Service,
  id: string,
  isReached: (found: Import) => boolean,
): Promise<Import> {
  for (;;) {
    const found = await get(service, id)
    if (found.failure !== null) throw new Error(found.failure)
    if (isReached(found)) return found
    await sleep(POLL_MS)
  }
}

/** A row is the number in its title; 1 bit for each would do, a byte is enough. */
async function readExport({ url, apiKey }: Service, rows: number) {
  const headers = { 'x-api-key': apiKey }
  const response = await fetch(`${url}/api/tasks/export?column=title&sort=created_at`, { headers })
  if (!response.ok || response.body === null) throw new Error(await response.text())
  const seen = new Uint8Array(rows + 1)
  let [count, distinct, rest] = [0, 0, '']
  for await (const piece of response.body.pipeThrough(new TextDecoderStream())) {
    const complete = (rest + piece).split('\r\n')
    rest = complete.pop() ?? ''
    for (const title of complete) {
      const row = Number(/^Row (\d+)$/.exec(title)?.[1] ?? 0)
      if (row === 0) continue
      count++
      if (seen[row] === 0) distinct++
      seen[row] = 1
    }
  }
  return { rows: count, distinct }
}
