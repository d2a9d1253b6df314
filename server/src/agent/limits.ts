// What an integration may take: time, memory, processes, size of what it sends and says.
import type { Lane, LaneLimits } from '#agent/process/slots.ts'

export type HostLimits = {
  /** Of one call, waiting for the vendor included. */
  callMs: number
  /** Of a pull: without a sign of life, and between two batches at most. */
  silenceMs: number
  batchMs: number
  /** Of a process that does nothing. */
  idleMs: number
  /** From the start of a process to its first word. */
  startMs: number
  /** Of JavaScript objects, and of everything together. */
  heapMb: number
  memoryMb: number
  /** Of one message of the process to us. */
  messageBytes: number
  /** Of a vendor's answer. */
  answerBytes: number
  /** Of one request, whatever the integration asks for: less than `silenceMs`, or a silent vendor would look like a silent integration. */
  requestMs: number
  /** Of one statement beside a database, waiting for its connector included: less than `callMs`. */
  edgeMs: number
  /** How often a request under way counts as a sign of life; each has an end of its own. */
  pulseMs: number
  /** Lines of one call, and the length of each. */
  logLines: number
  logChars: number
  /** Of a call that computes and asks nobody, waiting for a process included: vendors give up after about 10 s. */
  quickMs: number
  /** Processes at once, idle ones included; one more ends the one that was idle longest. */
  processes: number
  /** Who may use them; see `Lane`. */
  lanes: Record<Lane, LaneLimits>
}

export const defaultHostLimits: HostLimits = {
  callMs: 60_000,
  silenceMs: 30_000,
  batchMs: 300_000,
  idleMs: 30_000,
  startMs: 20_000,
  heapMb: 128,
  memoryMb: 384,
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

/**
 * Half for syncs, a third for requests that wait for a vendor; the rest is reserved for verifying webhooks. One tenant has
 * at most half of the syncs and of the reserve, and less of the requests: each can be held for a minute by a slow vendor.
 */
export function lanesOf(processes: number): Record<Lane, LaneLimits> {
  const sync = Math.max(1, Math.floor(processes / 2))
  const request = Math.max(1, Math.floor(processes / 3))
  const reserve = Math.max(1, processes - sync - request)
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

function share(count: number, part: number): number {
  return Math.max(1, Math.ceil(count / part))
}
