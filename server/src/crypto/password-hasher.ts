// Hashing passwords takes a core for a while and 19 MiB: as many at a time as there are cores, and a short queue.
import { availableParallelism } from 'node:os'
import { Problem } from '#lib/problem.ts'
import { createTurnstile } from '#lib/turnstile.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

export type PasswordHasher = {
  hash: (password: string) => Promise<string>
  verify: (password: string, stored: string | null | undefined) => Promise<boolean>
}

const WAITING = 32

export function createPasswordHasher(places: number = availableParallelism()): PasswordHasher {
  const pass = createTurnstile({
    places,
    waiting: WAITING,
    refusal: () => new Problem('overloaded', undefined, { headers: { 'retry-after': '2' } }),
  })
  return {
    hash: (password) => pass(() => hashPassword(password)),
    verify: (password, stored) => pass(() => verifyPassword(password, stored)),
  }
}
