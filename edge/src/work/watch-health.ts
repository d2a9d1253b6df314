// Checks each database periodically and reports its health to the service.
import type { DatabaseHealth } from '@task-service/contract'
import { type Driver, DriverFailure } from '#edge/drivers/driver.ts'
import { DriverMissing } from '#edge/drivers/optional/driver-missing.ts'
import type { DatabasePolicy } from '#edge/policy/policy.ts'

export type HealthWatch = { list(): DatabaseHealth[]; look(): Promise<void>; stop(): void }

const EVERY_MS = 30_000
/** A database that is back, or was only slow to respond, should not be shown as failing for half a minute. */
const AGAIN_MS = 5_000
const PING_MS = 5_000

export function watchHealth(
  databases: () => readonly DatabasePolicy[],
  driverOf: (database: DatabasePolicy) => Driver,
): HealthWatch {
  const known = new Map<string, DatabaseHealth>()
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const list = () => databases().flatMap(({ name }) => known.get(name) ?? [])
  const look = async () => {
    await Promise.all(
      databases().map(async (database) => {
        const { name, engine } = database
        const problem = await findProblem(database, driverOf)
        known.set(name, {
          name,
          engine,
          ok: problem === undefined,
          ...(problem === undefined ? {} : { problem }),
        })
      }),
    )
    if (isStopped) return
    const isWell = list().every(({ ok }) => ok)
    clearTimeout(timer)
    timer = setTimeout(() => void look(), isWell ? EVERY_MS : AGAIN_MS).unref()
  }
  return {
    list,
    look,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

async function findProblem(
  database: DatabasePolicy,
  driverOf: (database: DatabasePolicy) => Driver,
): Promise<string | undefined> {
  try {
    await driverOf(database).ping(PING_MS)
    return undefined
  } catch (error) {
    if (error instanceof DriverMissing) return 'the driver is not installed'
    if (!(error instanceof DriverFailure)) return 'the login is not configured'
    const code = error.databaseCode === undefined ? '' : ` (${error.databaseCode})`
    return error.fault === 'refused'
      ? `the database rejected the login${code}`
      : `the database does not respond${code}`
  }
}
