// Engines as their makers write them, and the databases of a connector in one line.
import type { Connector } from '@task-service/contract'

const names: Readonly<Record<string, string>> = {
  postgres: 'PostgreSQL',
  mysql: 'MySQL',
  mariadb: 'MariaDB',
  sqlserver: 'SQL Server',
  oracle: 'Oracle',
}

/** `postgres 16` becomes `PostgreSQL 16`; what is not known stays as it is. */
export function engineName(engine: string): string {
  const [word = '', ...rest] = engine.split(' ')
  return [names[word.toLowerCase()] ?? word, ...rest].join(' ')
}

/** `PostgreSQL 16 · warehouse`, and how many more there are. */
export function databaseLine({ databases: [first, ...others] }: Connector): string | undefined {
  if (!first) return undefined
  const line = [engineName(first.engine), first.name].filter(Boolean).join(' · ')
  return others.length > 0 ? `${line} +${others.length}` : line
}
