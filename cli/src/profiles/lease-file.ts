// Leases of runs that were claimed on this computer, so that a later command can end the run. Lease tokens are secrets.
import { join } from 'node:path'
import type { Environment } from '#cli/environment.ts'
import { readJsonFile, writePrivateFile } from './write-file.ts'

export type Lease = { task_id: string; number: number; run: string; token: string }

/** Enough for a person; the oldest are dropped. */
const LEASES_MAX = 200

const pathOf = ({ stateFolder }: Environment): string => join(stateFolder, 'leases.json')

/** Each tenant has a host. */
const keyOf = (url: string, taskId: string): string => `${new URL(url).origin} ${taskId}`

async function readLeases(environment: Environment): Promise<Record<string, Lease>> {
  return ((await readJsonFile(pathOf(environment))) ?? {}) as Record<string, Lease> // written below
}

async function writeLeases(environment: Environment, leases: [string, Lease][]): Promise<void> {
  const kept = Object.fromEntries(leases.slice(-LEASES_MAX))
  await writePrivateFile(pathOf(environment), `${JSON.stringify(kept)}\n`)
}

export async function saveLease(
  environment: Environment,
  url: string,
  lease: Lease,
): Promise<void> {
  const { [keyOf(url, lease.task_id)]: _, ...others } = await readLeases(environment)
  const leases = Object.entries(others)
  await writeLeases(environment, [...leases, [keyOf(url, lease.task_id), lease]])
}

/** By the ID of the task, or by its number. */
export async function findLease(
  environment: Environment,
  url: string,
  task: string,
): Promise<Lease | undefined> {
  const leases = await readLeases(environment)
  const ofNumber = Object.entries(leases).find(
    ([key, { task_id: id, number }]) =>
      key === keyOf(url, id) && `T-${number}` === task.toUpperCase(),
  )
  return leases[keyOf(url, task)] ?? ofNumber?.[1]
}

export async function dropLease(
  environment: Environment,
  url: string,
  lease: Lease,
): Promise<void> {
  const { [keyOf(url, lease.task_id)]: _, ...others } = await readLeases(environment)
  await writeLeases(environment, Object.entries(others))
}
