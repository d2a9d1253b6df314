// Causes one alert and records what fires, and when it is over.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Fault } from './faults.ts'
import type { Installation } from './installation.ts'

export type Observation = {
  alert: string
  what: string
  /** Seconds from the cause to the alert, and from its removal to the end of the page; undefined if it did not happen. */
  firedAfter: number | undefined
  resolvedAfter: number | undefined
  /** Other alerts that began to fire. */
  others: string[]
}

const LOOK_MS = 500
/** Others may need a moment longer than the expected one. */
const LINGER_MS = 3_000

export async function observeFault(
  fault: Fault,
  installation: Installation,
  limitMs: number,
): Promise<Observation> {
  const { prometheus, traffic } = installation
  const before = new Set((await prometheus.listFiring()).map(({ alertname }) => alertname))
  const others = new Set<string>()
  const look = async () => {
    const firing = await prometheus.listFiring()
    for (const { alertname } of firing)
      if (alertname !== fault.alert && !before.has(alertname)) others.add(alertname)
    return firing
  }
  const isUrgent = async () =>
    (await look()).some(
      ({ alertname, severity }) => alertname === fault.alert && severity === severityOf(fault),
    )
  await traffic.stop()
  const remove = await fault.cause(installation)
  traffic.start(...fault.traffic)
  const firedAfter = await secondsUntil(isUrgent, limitMs)
  for (const end = Date.now() + LINGER_MS; Date.now() < end; await sleep(LOOK_MS)) await look()
  await traffic.stop()
  await remove()
  traffic.start('create', 'list')
  const resolvedAfter = await secondsUntil(async () => !(await isUrgent()), limitMs)
  return { alert: fault.alert, what: fault.what, firedAfter, resolvedAfter, others: [...others] }
}

/** Tickets of an objective end later than its page, and not before the next fault. */
function severityOf({ alert }: Fault): string {
  return alert === 'TaskServiceMaintenanceStalled' ? 'ticket' : 'page'
}

async function secondsUntil(
  ask: () => Promise<boolean>,
  limitMs: number,
): Promise<number | undefined> {
  const start = performance.now()
  while (!(await ask())) {
    if (performance.now() - start > limitMs) return undefined
    await sleep(LOOK_MS)
  }
  return (performance.now() - start) / 1_000
}
