// Checks each database periodically and reports its health to the service.
import type { DatabaseHealth } from '@task-service/contract'
import { type Driver, DriverFailure } from '#edge/drivers/driver.ts'
import { DriverMissing } from '#edge/drivers/optional/driver-missing.ts'
import type { DatabasePolicy } from '#edge/policy/policy.ts'

export type HealthWatch = { list(): DatabaseHealth[]; look(): Promise<void>; stop(): void }

const EVERY_MS = 30_000
const PING_MS = 5_000

export function watchHealth(
  databases: () => readonly DatabasePolicy[],
  driverOf: (database: DatabasePolicy) => Driver,
): HealthWatch {
  const known = new Map<string, DatabaseHealth>()
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
  }
  const timer = setInterval(() => void look(), EVERY_MS)
  timer.unref()
  return {
    list: () => databases().flatMap(({ name }) => known.get(name) ?? []),
    look,
    stop: () => clearInterval(timer),
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
