// Leases of runs that were claimed on this computer, so that a later command can end the run. Lease tokens are secrets.
import { join } from 'node:path'
import type { Environment } from '#cli/environment.ts'
import { withFileLock } from './file-lock.ts'
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

type Entry = [key: string, lease: Lease]

const without = (leases: readonly Entry[], key: string): Entry[] =>
  leases.filter(([one]) => one !== key)

async function changeLeases(
  environment: Environment,
  change: (leases: readonly Entry[]) => Entry[],
): Promise<void> {
  const path = pathOf(environment)
  await withFileLock(path, async () => {
    const leases = change(Object.entries(await readLeases(environment)))
    const kept = Object.fromEntries(leases.slice(-LEASES_MAX))
    await writePrivateFile(path, `${JSON.stringify(kept)}\n`)
  })
}

export async function saveLease(
  environment: Environment,
  url: string,
  lease: Lease,
): Promise<void> {
  const key = keyOf(url, lease.task_id)
  await changeLeases(environment, (leases) => [...without(leases, key), [key, lease]])
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
  const key = keyOf(url, lease.task_id)
  await changeLeases(environment, (leases) => without(leases, key))
}
