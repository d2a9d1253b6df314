// The servers that the connector is tried on: the oldest and the newest PostgreSQL that is supported, and MariaDB.
import { hasPostgres } from '../find-postgres.ts'
import { hasMariadb } from './mariadb.ts'
import { startMariadbLaboratory } from './mariadb-laboratory.ts'
import { startPostgresLaboratory } from './postgres-laboratory.ts'

export const laboratories = [
  ...[15, 18].map((version) => ({
    engine: 'postgres' as const,
    server: `PostgreSQL ${version}`,
    isThere: hasPostgres(version),
    start: () => startPostgresLaboratory(version),
  })),
  {
    engine: 'mysql' as const,
    server: 'MariaDB',
    isThere: hasMariadb(),
    start: startMariadbLaboratory,
  },
]
