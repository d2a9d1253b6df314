// Several claimers in one process whose clock is wrong: they claim, work and complete, and some of them die on the way. What
// was left behind, by them or by a process that was killed, comes back after its lease with the old token.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '../../tests/harness/child-env.ts'
import { type Answer, codeOf, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { shiftedEnv } from '../../tests/harness/events/shifted-env.ts'
import { type SeededRandom, seededRandom } from '../../tests/harness/random/seeded-random.ts'
import { type AgentClient, createAgentClient } from '../../tests/harness/work/agent-client.ts'
import {
  type Claim,
  findOpen,
  type Ledger,
  nowMs,
  openLedger,
  readLedger,
  STALE_OPERATIONS,
} from './ledger.ts'

export const LEASE_SECONDS = 15
const WAIT_SECONDS = 2
/** After the end of its lease, a holder comes back within this time: before or after the task was claimed again. */
const LATE_MS = { min: 200, max: 4_000 }
/** Later attempts work for long enough that earlier holders come back meanwhile. */
const WORK_MS = { first: 20, later: 3_500 }
const HEARTBEAT_MS = 1_000
/** Later attempts of one claimer at the same time. Without a limit, a wave of ended leases would be a test of overload. */
const MAX_OPEN = 6
const REPEAT_SHARE = 0.05
const PAUSE_MS = 100
const RETRY_MS = 250
const MAX_TRIES = 200

export type Order = {
  urls: readonly string[]
  token: string
  claimers: number
  name: string
  seed: number
  ledger: string
  /** The ledger of the killed process in whose place this one started. */
  inherited: string | null
  /** How many first claims lose their holder. */
  deathShare: number
  /** The last attempt at which holders die. */
  deadlyAttempts: number
}

export type ClaimerProcess = {
  claimed: () => number
  kill: () => Promise<void>
  /** Resolves when every late holder has come back. */
  finish: () => Promise<void>
}

export async function startClaimers(order: Order, shiftMs: number): Promise<ClaimerProcess> {
  const child = fork(import.meta.filename, { env: childEnv(shiftedEnv(shiftMs)) })
  const exited = once(child, 'exit')
  let claimed = 0
  child.on('message', (count: number) => void (claimed = count))
  child.send(order)
  return {
    claimed: () => claimed,
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
    async finish() {
      child.send('finish')
      const [code] = (await exited) as [number | null]
      if (code !== 0) throw new Error(`claimers ended with ${code}`)
    },
  }
}

type Site = { order: Order; ledger: Ledger; late: Promise<void>[]; isFinishing: () => boolean }

type Claimer = Site & { client: AgentClient; random: SeededRandom; tell: () => void }

async function work(claimer: Claimer): Promise<void> {
  const { client, random, order } = claimer
  const open = new Set<Promise<void>>()
  while (!claimer.isFinishing()) {
    if (open.size >= MAX_OPEN) await Promise.race(open)
    const request = {
      max: random.between(1, 2),
      lease_seconds: LEASE_SECONDS,
      wait_seconds: WAIT_SECONDS,
    }
    const found = await client.claim(request).catch(() => undefined)
    if (!found) await sleep(PAUSE_MS)
    const atMs = nowMs()
    const claims = (found ?? []).map(({ task, run: { id, attempt }, lease_token: token }) => {
      const claim: Claim = { task: task.id, run: id, attempt, token, atMs }
      claimer.ledger.write({ kind: 'claimed', ...claim })
      claimer.tell()
      return claim
    })
    const mayDie = claims.some(({ attempt }) => attempt <= order.deadlyAttempts)
    const dies = mayDie && random.next() < order.deathShare
    for (const claim of claims) {
      if (dies) abandon(claimer, claim)
      else if (claim.attempt === 1) await complete(claimer, claim, random.between(1, WORK_MS.first))
      // Later attempts take long, and a claimer must be waiting for the next task all the time.
      else {
        const later = complete(claimer, claim, random.between(1, WORK_MS.later))
        open.add(later)
        claimer.late.push(later.finally(() => open.delete(later)))
      }
    }
  }
}

function abandon(claimer: Claimer, claim: Claim): void {
  claimer.ledger.write({ kind: 'abandoned', run: claim.run })
  claimer.late.push(comeBack(claimer, claim))
}

async function complete(claimer: Claimer, claim: Claim, workMs: number): Promise<void> {
  const { client, ledger, random } = claimer
  for (let left = workMs; left > 0; left -= HEARTBEAT_MS) {
    await sleep(Math.min(left, HEARTBEAT_MS))
    if (left <= HEARTBEAT_MS) break
    const beat = { lease_token: claim.token, lease_seconds: LEASE_SECONDS }
    const answer = await insist(client, `/agent/runs/${claim.run}/heartbeat`, beat)
    ledger.write({ kind: 'heartbeat', run: claim.run, ...describe(answer) })
  }
  ledger.write({ kind: 'completing', run: claim.run })
  ledger.write({ kind: 'completed', run: claim.run, ...describe(await sendResult(client, claim)) })
  if (random.next() >= REPEAT_SHARE) return
  ledger.write({ kind: 'repeated', run: claim.run, ...describe(await sendResult(client, claim)) })
}

/** The result names the run, so that the task shows whose it is. */
function sendResult(client: AgentClient, claim: Claim): Promise<Answer> {
  const body = { lease_token: claim.token, result: { run: claim.run } }
  return insist(client, `/agent/runs/${claim.run}/complete`, body)
}

/** Requests of a holder whose lease has ended. The service must not change anything. */
async function comeBack({ client, ledger, random }: Claimer, claim: Claim): Promise<void> {
  const at = claim.atMs + LEASE_SECONDS * 1_000 + random.between(LATE_MS.min, LATE_MS.max)
  await sleep(Math.max(LATE_MS.min, at - nowMs()))
  const isReversed = random.next() < 0.5
  for (const operation of isReversed ? STALE_OPERATIONS.toReversed() : STALE_OPERATIONS) {
    const beat = { lease_token: claim.token, progress: { message: 'stale' } }
    const answer =
      operation === 'complete'
        ? await sendResult(client, claim)
        : await insist(client, `/agent/runs/${claim.run}/heartbeat`, beat)
    ledger.write({ kind: 'stale', run: claim.run, operation, ...describe(answer) })
  }
}

/** What the killed process was completing is sent again at once, as its caller would; the rest comes back late. */
async function inherit(claimer: Claimer, file: string): Promise<void> {
  const { completing, working } = findOpen(readLedger(file))
  for (const claim of working) claimer.late.push(comeBack(claimer, claim))
  for (const claim of completing) {
    const answer = await sendResult(claimer.client, claim)
    claimer.ledger.write({ kind: 'completed', run: claim.run, ...describe(answer) })
  }
}

/**
 * As clients do: a service that is busy, or does not answer, is asked again after the time it names, with jitter. Neither is an
 * answer to the lease token.
 */
async function insist(client: AgentClient, path: string, body: object): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const answer = await client.send(path, body).catch(noAnswer)
    if ((answer.status !== 0 && answer.status !== 503) || attempt === MAX_TRIES) return answer
    const retryAfterMs = Number(answer.headers['retry-after'] ?? 0) * 1_000
    await sleep((retryAfterMs || RETRY_MS) * (0.5 + Math.random()))
  }
}

const noAnswer = (): Answer => ({ status: 0, headers: {}, body: '{}' })

function describe(answer: Answer): { status: number; code: string } {
  return { status: answer.status, code: answer.status >= 400 ? codeOf(answer) : '' }
}

async function run(order: Order): Promise<void> {
  const caller = createApiCaller()
  let claimed = 0
  let isFinishing = false
  process.once('message', () => void (isFinishing = true))
  const site: Site = {
    order,
    ledger: openLedger(order.ledger),
    late: [],
    isFinishing: () => isFinishing,
  }
  const claimers = Array.from({ length: order.claimers }, (_, place): Claimer => {
    const url = order.urls[place % order.urls.length] ?? ''
    return {
      ...site,
      client: createAgentClient(caller, { url, token: order.token }),
      random: seededRandom(order.seed, `${order.name} ${place}`),
      tell: () => void process.send?.(++claimed),
    }
  })
  const [first] = claimers
  if (first && order.inherited !== null) await inherit(first, order.inherited)
  await Promise.all(claimers.map(work))
  await Promise.all(site.late)
  caller.close()
}

if (import.meta.main) {
  const [order] = (await once(process, 'message')) as [Order]
  await run(order)
  process.exit()
}
