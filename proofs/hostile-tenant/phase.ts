// One attack while the neighbors work: what they experienced, and whether that is within the limits.
import { setTimeout as sleep } from 'node:timers/promises'
import { createApiCaller } from '../../tests/harness/clients/api-caller.ts'
import { atMost, type Criterion, none } from '../../tools/programs/criteria.ts'
import type { Target } from './attack.ts'
import { type AttackReport, startAttacks } from './attacker.ts'
import type { AttackName } from './attacks.ts'
import { type Experience, experience } from './neighbors.ts'
import { plantLargeEvents, plantRetries } from './planted.ts'
import type { Running, Site } from './site.ts'

export const MOST_MIB = 700
const MOST_UNAVAILABLE = 0.005
/** How much longer requests of others may take than alone. */
const SLOWER = 3
const LEAST_LIMIT_MS = 250
/** Attackers have the lowest priority, so their reports may take a while. */
const REPORT_MS = 90_000

export type Phase = {
  name: string
  during: Experience
  report: AttackReport
  /** Attacks of which no request was answered: then nothing was attacked. */
  silent: readonly AttackName[]
  isAlive: boolean
  peakMiB: number
}

export const warmUp = ({ integrations, receiver }: Site, { service }: Running) =>
  experience(service.url, integrations, receiver, 3)

export async function measureAlone(site: Site, running: Running): Promise<Experience> {
  await warmUp(site, running)
  return experience(running.service.url, site.integrations, site.receiver, site.size.alone)
}

export async function runPhase(
  site: Site,
  { service, memory }: Running,
  name: string,
  attack: readonly AttackName[],
  seconds: number,
): Promise<Phase> {
  const { integrations, receiver, target } = site
  if (attack.includes('deferredRetries')) await plantRetries(site)
  if (attack.includes('largeEvents')) await plantLargeEvents(site)
  await untilAllowed({ ...target, url: service.url })
  const attacker = startAttacks(attack, { ...target, url: service.url }, seconds + 2)
  // Requests of others begin once the attack is running.
  await sleep(1_000)
  const during = await experience(service.url, integrations, receiver, seconds)
  const report: AttackReport = await Promise.race([attacker.done, sleep(REPORT_MS, {})])
  attacker.stop()
  const { exitCode, signalCode } = service.process
  const isAlive = exitCode === null && signalCode === null
  const silent = attack.filter((one) => Object.keys(report[one] ?? {}).length === 0)
  return { name, during, report, silent, isAlive, peakMiB: memory.peakMiB() }
}

/** The attack before may have used up the rate limit of the tenant, which counts by the minute. */
async function untilAllowed({ url, host, key }: Target): Promise<void> {
  const caller = createApiCaller()
  const headers = { host, 'x-api-key': key }
  // A service that does not respond is a result of the phase.
  const ping = () => caller.call(`${url}/api/ping`, { headers }).catch(() => undefined)
  while ((await ping())?.status === 429) await sleep(1_000)
  caller.close()
}

const limit = (ms: number) => Math.max(SLOWER * ms, LEAST_LIMIT_MS)

export function judge(alone: Experience, { during, peakMiB, silent }: Phase): Criterion[] {
  return [
    none('attacks without a response', silent.length),
    atMost('peak memory so far', peakMiB, MOST_MIB, 'MiB'),
    atMost('p99 of creates', during.createP99Ms, limit(alone.createP99Ms), 'ms'),
    atMost('p99 of lists', during.listP99Ms, limit(alone.listP99Ms), 'ms'),
    atMost('p99 of claims', during.claimP99Ms, limit(alone.claimP99Ms), 'ms'),
    atMost('p99 of deliveries', during.deliveryP99Ms, limit(alone.deliveryP99Ms), 'ms'),
    atMost('share of 503 responses', during.unavailable / during.requests, MOST_UNAVAILABLE),
    none('other failures', during.failures.length),
  ]
}

export function describe(seen: Experience): string {
  const { createP99Ms, listP99Ms, claimP99Ms, deliveryP99Ms } = seen
  const { requests, unavailable, failures } = seen
  const first = failures[0] ? ` (${failures[0]})` : ''
  return `p99 create ${createP99Ms}, list ${listP99Ms}, claim ${claimP99Ms}, delivery ${deliveryP99Ms} ms; of ${requests} requests ${unavailable} × 503, ${failures.length} failed${first}`
}

export function describePhase({ name, during, report, isAlive, peakMiB }: Phase): string {
  const end = isAlive ? '' : '; the service is gone'
  return `${name}: ${describe(during)}; attack ${JSON.stringify(report)}; ${peakMiB} MiB so far${end}`
}
