// The engines that the connector is tried on.
import { hasMariadb } from './mariadb.ts'
import { startMariadbLaboratory } from './mariadb-laboratory.ts'
import { startPostgresLaboratory } from './postgres-laboratory.ts'

export const laboratories = [
  { engine: 'postgres', isThere: true, start: startPostgresLaboratory },
  { engine: 'mysql', isThere: hasMariadb(), start: startMariadbLaboratory },
] as const
