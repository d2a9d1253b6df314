// What the other tenants do meanwhile: each creates, lists and claims tasks at a steady rate, has a webhook, and gets
// webhooks of a vendor.
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { type Integration, sendMessage } from '../../tests/harness/integrations/vendor-messages.ts'
import type { BenchTenant } from '../../tests/harness/measure/bench-tenants.ts'
import { percentile } from '../../tests/harness/measure/measurement.ts'
import type { Receiver } from '../../tests/harness/receiver/receiver.ts'

export type Experience = {
  createP99Ms: number
  listP99Ms: number
  claimP99Ms: number
  deliveryP99Ms: number
  requests: number
  /** Responses with 503. */
  unavailable: number
  /** Any other failure: another status, a connection that was reset, no response in time. */
  failures: string[]
}

type Call = { ms: number; status: number; problem: string }

export const NEIGHBOR_AGENT = 'worker'
/** Of each kind of request, per tenant. */
const PER_SECOND = 20
/** Of webhooks of the vendor, per tenant. */
const MESSAGES_PER_SECOND = 1
/** A request without a response after this long counts as failed. */
const TIMEOUT_MS = 15_000
/** An event that has not arrived this long after the last request counts as having taken this long. */
const DELIVERY_TIMEOUT_MS = 20_000

export async function experience(
  url: string,
  integrations: readonly Integration[],
  receiver: Receiver,
  seconds: number,
): Promise<Experience> {
  await receiver.forget('neighbors')
  const caller = createApiCaller(64)
  const creates: Promise<Call>[] = []
  const lists: Promise<Call>[] = []
  const claims: Promise<Call>[] = []
  const messages: Promise<Call>[] = []
  const startedAt = performance.now()
  for (let turn = 0; turn < seconds * PER_SECOND; turn++) {
    const dueMs = (turn * 1_000) / PER_SECOND - (performance.now() - startedAt)
    if (dueMs > 1) await sleep(dueMs)
    for (const integration of integrations) {
      const ask = (path: string, body?: object) => (signal: AbortSignal) =>
        caller.call(url + path, { ...requestOf(integration.tenant, body), signal })
      creates.push(timed(ask('/api/tasks', { title: `Check order ${turn}` })))
      lists.push(timed(ask('/api/tasks?limit=50')))
      claims.push(timed(ask('/api/tasks/claim', { agent: NEIGHBOR_AGENT })))
      if (turn % (PER_SECOND / MESSAGES_PER_SECOND) !== 0) continue
      messages.push(timed((signal) => sendMessage(caller, url, integration, signal)))
    }
  }
  const created = await Promise.all(creates)
  const listed = await Promise.all(lists)
  const claimed = await Promise.all(claims)
  caller.close()
  const events = created.filter(({ status }) => status === 201).length
  const dwell = await waitForDeliveries(receiver, events)
  const all = [...created, ...listed, ...claimed, ...(await Promise.all(messages))]
  return {
    createP99Ms: p99(created.map(({ ms }) => ms)),
    listP99Ms: p99(listed.map(({ ms }) => ms)),
    claimP99Ms: p99(claimed.map(({ ms }) => ms)),
    deliveryP99Ms: p99(dwell),
    requests: all.length,
    unavailable: all.filter(({ status }) => status === 503).length,
    failures: all
      .filter(({ status }) => ![200, 201, 202, 503].includes(status))
      .map((one) => one.problem),
  }
}

function requestOf({ host, key }: BenchTenant, body: object | undefined) {
  return { method: body ? 'POST' : 'GET', headers: { host, 'x-api-key': key }, body }
}

async function timed(call: (signal: AbortSignal) => Promise<Answer>): Promise<Call> {
  const startedAt = performance.now()
  const ms = () => performance.now() - startedAt
  try {
    const { status, body } = await call(AbortSignal.timeout(TIMEOUT_MS))
    return { ms: ms(), status, problem: `${status} ${body.slice(0, 200)}` }
  } catch (error) {
    return { ms: ms(), status: 0, problem: String(error) }
  }
}

/** How long each event took; `missing` ones took as long as we wait. */
async function waitForDeliveries(receiver: Receiver, events: number): Promise<number[]> {
  for (const end = Date.now() + DELIVERY_TIMEOUT_MS; Date.now() < end; await sleep(100)) {
    if ((await receiver.report('neighbors')).acknowledged >= events) break
  }
  const { dwell } = await receiver.arrivals('neighbors')
  const missing = Math.max(0, events - dwell.length)
  return [...dwell, ...Array.from({ length: missing }, () => DELIVERY_TIMEOUT_MS)]
}

const p99 = (values: readonly number[]): number =>
  Math.round(
    percentile(
      values.toSorted((a, b) => a - b),
      0.99,
    ),
  )
