// Loads drivers that the operator installs next to the connector; they are not among its dependencies.
import { DriverMissing } from './driver-missing.ts'

export async function loadOptional(name: 'mssql' | 'oracledb'): Promise<unknown> {
  try {
    const loaded = (await import(name)) as { default?: unknown } // both packages are CommonJS
    return loaded.default ?? loaded
  } catch {
    throw new DriverMissing(name)
  }
}
