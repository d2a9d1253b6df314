// Limits of an integration: time, memory, processes, message sizes and log lines.
import type { Lane, LaneLimits } from '#agent/process/slots.ts'

export type HostLimits = {
  /** Of one call, including the time of the vendor. */
  callMs: number
  /** Of a pull: maximum silence, and maximum time between two batches. */
  silenceMs: number
  batchMs: number
  /** Of an idle process; `shared`: of the one that is kept for other connections of the same provider. */
  idleMs: number
  sharedIdleMs: number
  /** From the start of a process to its first message. */
  startMs: number
  /** Of JavaScript objects, and of the whole process. */
  heapMb: number
  memoryMb: number
  /** Of all processes together, without shared memory. */
  totalMemoryMb: number
  /** Of one message from the process to the host. */
  messageBytes: number
  /** Of a vendor's response. */
  answerBytes: number
  /** Of one request, whatever the integration sets: below `silenceMs`, so that a silent vendor is not taken for a silent integration. */
  requestMs: number
  /** Of one edge statement, including the wait for its connector: less than `callMs`. */
  edgeMs: number
  /** How often a request in flight counts as activity; each has its own timeout. */
  pulseMs: number
  /** Lines of one call, and the length of each. */
  logLines: number
  logChars: number
  /** Of a call that sends no request, including the wait for a process: vendors give up after about 10 s. */
  quickMs: number
  /** Concurrent processes, including idle ones; one more ends the one that was idle longest. */
  processes: number
  /** How they are divided; see `Lane`. */
  lanes: Record<Lane, LaneLimits>
}

export const defaultHostLimits: HostLimits = {
  callMs: 60_000,
  silenceMs: 30_000,
  batchMs: 300_000,
  idleMs: 30_000,
  // Longer than the time between two polls, so that a quiet integration finds a warm process.
  sharedIdleMs: 150_000,
  startMs: 20_000,
  heapMb: 128,
  memoryMb: 384,
  totalMemoryMb: 1_024,
  messageBytes: 16 * 2 ** 20,
  answerBytes: 10 * 2 ** 20,
  requestMs: 20_000,
  edgeMs: 50_000,
  pulseMs: 5_000,
  logLines: 200,
  logChars: 2_000,
  quickMs: 15_000,
  processes: 16,
  lanes: lanesOf(16),
}

export type Roles = { api: boolean; worker: boolean }

const MOST_PROCESSES = 16
/** One per lane. */
const FEWEST_PROCESSES = 3
/** Private memory of an idle process, plus a margin. */
const PROCESS_MB = 48

/** As many processes as fit into the memory; one may take three quarters of it while the others are small. */
export function fitLimits(totalMemoryMb: number, roles: Roles): Partial<HostLimits> {
  const fitting = Math.floor(totalMemoryMb / PROCESS_MB)
  const processes = Math.min(Math.max(fitting, FEWEST_PROCESSES), MOST_PROCESSES)
  const memoryMb = Math.min(
    defaultHostLimits.memoryMb,
    Math.floor(totalMemoryMb * 0.75) + SHARED_MB,
  )
  const heapMb = Math.min(defaultHostLimits.heapMb, Math.floor((memoryMb - SHARED_MB) / 2))
  return { totalMemoryMb, processes, memoryMb, heapMb, lanes: lanesOf(processes, roles) }
}

/** Included in the memory of each process: the Node.js binary, which all processes share. */
const SHARED_MB = 50

/**
 * Half for syncs, a third for requests that wait for a vendor; the rest is reserved for verifying webhooks. With only one
 * role, the slots of the other are not reserved. One tenant gets at most half of the syncs and of the reserve, and less of
 * the requests: each can be held for a minute by a slow vendor.
 */
export function lanesOf(
  processes: number,
  roles: Roles = { api: true, worker: true },
): Record<Lane, LaneLimits> {
  const sync = roles.api ? part(processes, 1 / 2) : processes
  const request = part(processes, roles.worker ? 1 / 3 : 1 / 2)
  const reserve = Math.max(1, processes - request - (roles.worker ? sync : 0))
  return {
    sync: { processes: sync, perTenant: share(sync, 2), queuePerTenant: 16, waitMs: 60_000 },
    request: {
      processes: request,
      perTenant: share(request, 3),
      queuePerTenant: 8,
      waitMs: 15_000,
    },
    quick: { processes, perTenant: share(reserve, 2), queuePerTenant: 32, waitMs: 8_000 },
  }
}

function part(count: number, fraction: number): number {
  return Math.max(1, Math.floor(count * fraction))
}

function share(count: number, parts: number): number {
  return Math.max(1, Math.ceil(count / parts))
}
