// Catches the failure of a call, which every test about failures does, and keeps it for the look at secrets.
import assert from 'node:assert/strict'
import { Failure } from '@task-service/kit'
import type { Bench } from '../bench.ts'

export async function failureOf(bench: Bench, run: () => Promise<unknown>): Promise<Failure> {
  try {
    await run()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    bench.failures.push(error)
    return error
  }
  return assert.fail('nothing failed')
}
