// One driver per login, created on first use.
import type { Driver } from '#edge/drivers/driver.ts'
import { openDriver } from '#edge/drivers/open-driver.ts'
import type { DatabasePolicy } from '#edge/policy/policy.ts'
import { resolveLogin } from '#edge/settings/resolve-login.ts'
import type { Settings } from '#edge/settings/settings.ts'

export type DriverPool = {
  of(database: DatabasePolicy): Driver
  close(): Promise<void>
}

export function createDriverPool(
  settings: Pick<Settings, 'readSecret'>,
  open = openDriver,
): DriverPool {
  const drivers = new Map<string, Driver>()
  return {
    of({ engine, login }) {
      const key = JSON.stringify([engine, login])
      const known = drivers.get(key) ?? open(engine, resolveLogin(login, settings))
      drivers.set(key, known)
      return known
    },
    async close() {
      await Promise.all([...drivers.values()].map((driver) => driver.close()))
      drivers.clear()
    },
  }
}
