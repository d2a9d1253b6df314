// Opens the driver of an engine.
import type { Engine } from '#edge/policy/policy.ts'
import type { Driver, LoginFacts } from './driver.ts'
import { createMysqlDriver } from './mysql/mysql-driver.ts'
import { createOracleDriver } from './optional/oracle-driver.ts'
import { createSqlserverDriver } from './optional/sqlserver-driver.ts'
import { createPostgresDriver } from './postgres/postgres-driver.ts'

export type OpenDriver = (engine: Engine, login: LoginFacts) => Driver

const drivers: Readonly<Record<Engine, (login: LoginFacts) => Driver>> = {
  postgres: createPostgresDriver,
  mysql: createMysqlDriver,
  sqlserver: createSqlserverDriver,
  oracle: createOracleDriver,
}

export const openDriver: OpenDriver = (engine, login) => drivers[engine](login)
