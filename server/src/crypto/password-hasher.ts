// Hashing a password takes a core for a while and 19 MiB: at most one per core at a time, and a short queue.
import { availableParallelism } from 'node:os'
import { Problem } from '#lib/problem.ts'
import { createSemaphore } from '#lib/semaphore.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (password: string, stored: string | null | undefined) => Promise<boolean>
}

const MAX_WAITING = 32

export function createPasswordHasher(permits: number = availableParallelism()): PasswordHasher {
  const withPermit = createSemaphore({
    permits,
    maxWaiting: MAX_WAITING,
    rejection: () => new Problem('overloaded', undefined, { headers: { 'retry-after': '2' } }),
  })
  return {
    hash: (password) => withPermit(() => hashPassword(password)),
    verify: (password, stored) => withPermit(() => verifyPassword(password, stored)),
  }
}
