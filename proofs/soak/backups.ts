// Backups alongside everything else: one `pg_dump` after the other, as a careful operator runs them.
import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export type Backups = {
  taken: () => number
  stop: () => Promise<void>
}

const PAUSE_MS = 1_000

/** One that fails because PostgreSQL was killed meanwhile is simply not taken. */
export function startBackups(program: string, databaseUrl: string): Backups {
  const stopping = new AbortController()
  const { signal } = stopping
  let taken = 0
  const running = (async () => {
    while (!signal.aborted) {
      const args = ['--format=custom', '--no-sync', '--file=/dev/null', databaseUrl]
      await promisify(execFile)(program, args, { signal }).then(
        () => taken++,
        () => undefined,
      )
      await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined)
    }
  })()
  return {
    taken: () => taken,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
