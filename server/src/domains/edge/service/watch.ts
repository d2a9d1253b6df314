// One look for all that wait in this process: for jobs, and for the end of their session. No connection is held meanwhile,
// and nothing is asked of the database that a pooler could not carry.

import { LONGEST_MS, pollBackoffMs } from '#lib/schedule/poll-backoff.ts'
import { listSigns, type Sign } from '../store/health.ts'
import { subscribe } from '../wakeup.ts'
import type { Admitted, EdgeSteps } from './steps.ts'

type Waiter = {
  connectorId: string
  /** Undefined when the connector is gone. */
  isOver: (sign: Sign | undefined) => boolean
  end: () => void
}

type Wait = {
  isOver: Waiter['isOver']
  ms: number
  signal: AbortSignal
}

export type Watch = {
  /** Returns when the condition holds, the time is up, the client disconnected or the process stops. */
  wait: (steps: EdgeSteps, admitted: Admitted, wait: Wait) => Promise<void>
  waiting: () => number
  isStopping: () => boolean
  stop: () => void
}

type TenantWatch = { waiters: Set<Waiter>; wake: () => void; activeAt: number }

export function createWatch(): Watch {
  const tenants = new Map<string, TenantWatch>()
  const stopping = new AbortController()
  return {
    waiting: () => [...tenants.values()].reduce((sum, { waiters }) => sum + waiters.size, 0),
    isStopping: () => stopping.signal.aborted,
    stop: () => stopping.abort(),
    async wait(steps, { connectorId }, { isOver, ms, signal }) {
      const ended = AbortSignal.any([signal, stopping.signal])
      if (ended.aborted || ms <= 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      const end = () => resolve()
      const waiter = { connectorId, isOver, end }
      const tenant = join(tenants, steps, waiter)
      const unsubscribe = subscribe(connectorId, () => {
        tenant.activeAt = performance.now()
        tenant.wake()
      })
      const timer = setTimeout(end, ms)
      ended.addEventListener('abort', end, { once: true })
      await promise
      clearTimeout(timer)
      ended.removeEventListener('abort', end)
      unsubscribe()
      tenant.waiters.delete(waiter)
      if (tenant.waiters.size === 0) tenant.wake()
    },
  }
}

function join(tenants: Map<string, TenantWatch>, steps: EdgeSteps, waiter: Waiter): TenantWatch {
  const known = tenants.get(steps.tenantId)
  if (known) {
    known.waiters.add(waiter)
    known.activeAt = performance.now()
    known.wake()
    return known
  }
  const tenant = { waiters: new Set([waiter]), wake: () => {}, activeAt: performance.now() }
  tenants.set(steps.tenantId, tenant)
  void lookOn(tenant, steps).finally(() => tenants.delete(steps.tenantId))
  return tenant
}

async function lookOn(tenant: TenantWatch, steps: EdgeSteps): Promise<void> {
  while (tenant.waiters.size > 0) {
    const before = performance.now()
    const isLooking = await look(tenant, steps).then(
      () => true,
      // The database is unavailable: waiting clients get no news and poll again after their timeout.
      () => false,
    )
    if (tenant.waiters.size === 0) return
    // Notified during the look, which may have missed it.
    if (tenant.activeAt > before) continue
    await pause(tenant, isLooking ? pollBackoffMs(performance.now() - tenant.activeAt) : LONGEST_MS)
  }
}

async function look(tenant: TenantWatch, steps: EdgeSteps): Promise<void> {
  const asked = [...tenant.waiters]
  const ids = [...new Set(asked.map(({ connectorId }) => connectorId))]
  const signs = await steps.read((ctx) => listSigns(ctx.tx, ids, ctx.now))
  const byId = new Map(signs.map((sign) => [sign.id, sign]))
  for (const waiter of asked) {
    if (waiter.isOver(byId.get(waiter.connectorId))) waiter.end()
  }
}

async function pause(tenant: TenantWatch, ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  tenant.wake = resolve
  await promise
  clearTimeout(timer)
  tenant.wake = () => {}
}
