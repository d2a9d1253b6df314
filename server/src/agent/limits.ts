// What an integration may take: time, memory, size of what it sends and says.

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
  /** Processes at once; one more ends the one that was idle longest, or waits. */
  processes: number
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
  processes: 16,
}
