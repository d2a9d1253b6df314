// Who runs the test server when the tests run as root, which PostgreSQL refuses.
import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

export type ProcessOwner = { uid: number; gid: number }

/** Undefined when the current user will do. */
export function findUnprivilegedUser(): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  for (const name of ['postgres', 'nobody']) {
    const account = accounts.find((fields) => fields[0] === name)
    if (account) return { uid: Number(account[2]), gid: Number(account[3]) }
  }
  throw new Error('running as root and neither "postgres" nor "nobody" exists to run PostgreSQL')
}

/** True when a user without special rights can walk down to `path` (or when we are that user). */
export function isReachableByOthers(path: string): boolean {
  if (process.getuid?.() !== 0) return true
  for (let dir = path; ; dir = dirname(dir)) {
    if ((statSync(dir).mode & 0o001) === 0) return false
    if (dir === dirname(dir)) return true
  }
}
