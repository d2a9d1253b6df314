// What a process of claimers did, one line per step: written before the next step, so that kill -9 loses nothing.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

export type Claim = { task: string; run: string; attempt: number; token: string; atMs: number }

/** The status and the error code of a response; `0` is a connection that failed. */
type Response = { status: number; code: string }

export type Entry =
  | ({ kind: 'claimed' } & Claim)
  /** The holder died, but its process did not. */
  | { kind: 'abandoned'; run: string }
  | ({ kind: 'heartbeat'; run: string } & Response)
  | { kind: 'completing'; run: string }
  | ({ kind: 'completed'; run: string } & Response)
  /** The same request once more. */
  | ({ kind: 'repeated'; run: string } & Response)
  /** With the token of a lease that has ended. */
  | ({ kind: 'stale'; run: string; operation: StaleOperation } & Response)

export const STALE_OPERATIONS = ['heartbeat', 'complete'] as const
export type StaleOperation = (typeof STALE_OPERATIONS)[number]

export type Ledger = { write: (entry: Entry) => void }

export function openLedger(file: string): Ledger {
  return { write: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`) }
}

export function readLedger(file: string): Entry[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  // A killed process may leave half a line at the end, or an empty one.
  lines.pop()
  return lines.map((line) => JSON.parse(line) as Entry) // written by openLedger
}

/** Claims that a process left behind: those it was completing, and those it was still working on. */
export function findOpen(entries: readonly Entry[]): { completing: Claim[]; working: Claim[] } {
  const completing = new Set<string>()
  const done = new Set<string>()
  for (const entry of entries) {
    if (entry.kind === 'completing') completing.add(entry.run)
    if (entry.kind === 'completed') done.add(entry.run)
  }
  // Stale requests of a killed process are sent again by the next one.
  const open = entries
    .filter((entry) => entry.kind === 'claimed')
    .filter(({ run }) => !done.has(run))
  return {
    completing: open.filter(({ run }) => completing.has(run)),
    working: open.filter(({ run }) => !completing.has(run)),
  }
}

/** The clock that all processes of this machine share, in contrast to `Date`, which is wrong on purpose. */
export function nowMs(): number {
  return Number(process.hrtime.bigint() / 1_000_000n)
}
