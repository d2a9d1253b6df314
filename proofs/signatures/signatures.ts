// Verifies webhook signatures with the libraries that receivers use: they accept every genuine message and no forged one.
import { setTimeout as sleep } from 'node:timers/promises'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { createWebhook, rotateSecret } from '../../tests/harness/clients/webhook.ts'
import { createDatabase } from '../../tests/harness/database.ts'
import { seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { startService } from '../../tests/harness/service.ts'
import { forge, now, signedAt } from '../../tests/harness/webhooks/forgeries.ts'
import { atLeast, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { type Listener, type Message, startListener } from './listener.ts'

const FORGERIES = 10_000
const BULK = 500
const TIMEOUT_MS = 120_000

const variables = {
  SERVICE_ACP_EGRESS_ALLOW: '127.0.0.0/8',
  SERVICE_ACP_WEBHOOK_SCHEDULE: '30ms,30ms,30ms,30ms,30ms,30ms,30ms,30ms,30ms,30ms,30ms',
}

type Service = { url: string; apiKey: string }

export const proof: Proof = {
  tier: 'change',
  budgetSeconds: 30,
  report: 'signatures',
  covers: ['server/src/domains/webhooks', 'server/src/crypto'],
  claim:
    'standardwebhooks and svix accept every attempt, also during secret rotation, and reject everything that was tampered with',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const database = await createDatabase()
    const listener = await startListener()
    const service = await startService({ databaseUrl: database.url, env: variables })
    try {
      return await judge(service, listener, options)
    } finally {
      await service.stop()
      await listener.stop()
      await database.drop()
    }
  },
}

async function judge(
  service: Service,
  listener: Listener,
  { full, control, seed, log }: ProofOptions,
): Promise<Verdict> {
  const count = full ? 10_000 : 1_000
  const webhook = await createWebhook(service, { url: listener.url })
  // The control asks with a secret that the messages were not signed with.
  const first = control ? await strangersSecret(service, listener) : webhook.secret
  const before = await receive(service, listener, count)
  const plain = countRefused(before, [first])
  const second = await rotateSecret(service, webhook, 24)
  const during = await receive(service, listener, count)
  const both = countRefused(during, [first, second])
  const third = await rotateSecret(service, webhook, 0)
  const after = await receive(service, listener, count)
  const fresh = countRefused(after, [third])
  const stale = after.filter((message) => [first, second].some((old) => accepts(message, old)))
  const numbers = [...before, ...during, ...after].map(({ attempt }) => attempt)
  const last = Math.max(...numbers)
  for (let number = 1; number <= last; number++) {
    log(`attempt ${number}: ${numbers.filter((one) => one === number).length} messages`)
  }
  const forgeries = [...forge(after, third, FORGERIES, seededRandom(seed, 'forgeries'))]
  // Once they are signed again they are no forgeries: only the signature causes their rejection.
  const shown = control ? forgeries.map((message) => signedAt(message, third, now())) : forgeries
  const taken = shown.filter((message) => accepts(message, third)).length
  const wrong = plain + both + fresh + stale.length
  return {
    figures: `${3 * count} events in ${numbers.length} attempts, up to the ${last}th of an event, through two changes of the secret: ${wrong} judged wrongly by standardwebhooks or svix; ${taken} of ${forgeries.length} forgeries accepted`,
    criteria: [
      none('genuine messages rejected', plain + both + fresh),
      none('messages accepted under a retired secret', stale.length),
      none('forgeries accepted', taken),
      atLeast('highest attempt number of an event', last, 2),
    ],
  }
}

const libraries = [StandardWebhook, SvixWebhook]

/** Messages that either library refuses under one of the secrets. */
function countRefused(messages: readonly Message[], secrets: readonly string[]): number {
  const isRefused = ({ body, headers }: Message) =>
    secrets.some((secret) =>
      libraries.some((Library) => !verifies(() => new Library(secret).verify(body, headers))),
    )
  return messages.filter(isRefused).length
}

/** A message that it should not take is one too many when either does. */
function accepts({ body, headers }: Pick<Message, 'body' | 'headers'>, secret: string): boolean {
  return libraries.some((Library) => verifies(() => new Library(secret).verify(body, headers)))
}

function verifies(verify: () => unknown): boolean {
  try {
    verify()
    return true
  } catch {
    return false
  }
}

async function strangersSecret(service: Service, listener: Listener): Promise<string> {
  const url = `${listener.url}stranger`
  return (await createWebhook(service, { url, event_types: ['webhook.failing'] })).secret
}

/** Makes events and waits until each was taken. */
async function receive(service: Service, listener: Listener, count: number): Promise<Message[]> {
  listener.messages.length = 0
  listener.taken.clear()
  const caller = createApiCaller(4)
  for (let made = 0; made < count; made += BULK) {
    const items = Array.from({ length: Math.min(BULK, count - made) }, (_, index) => ({
      create: { title: `Signed ${made + index}`, description: 'Grüße, 世界 🌍' },
    }))
    const answer = await caller.call(`${service.url}/api/tasks/bulk`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey },
      body: { items },
    })
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.body}`)
  }
  caller.close()
  for (const deadline = Date.now() + TIMEOUT_MS; listener.taken.size < count; await sleep(50)) {
    if (Date.now() > deadline) throw new Error(`only ${listener.taken.size} of ${count} arrived`)
  }
  return [...listener.messages]
}
