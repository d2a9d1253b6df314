// The variables of a fleet of cells, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const fleetVariables = {
  SERVICE_ACP_DIRECTORY_URL: {
    type: 'postgres-url',
    group: 'fleet',
    default: null,
    secret: true,
    example: 'postgres://user:password@localhost:5432/directory',
    help: 'PostgreSQL with the directory of cells and tenants, for commands. Serving does not use it.',
  },
  SERVICE_ACP_CELL: {
    type: 'string',
    group: 'fleet',
    default: null,
    secret: false,
    pattern: /^[a-z]([a-z0-9-]{0,30}[a-z0-9])?$/,
    accepts: 'up to 32 characters a-z, 0-9 and -, starting with a letter',
    example: 'eu-1',
    help: 'Name of this cell in the directory.',
  },
  SERVICE_ACP_MOVE_SOURCE_URL: {
    type: 'postgres-url',
    group: 'fleet',
    default: null,
    secret: true,
    example: 'postgres://postgres:password@localhost:5432/tasks',
    help: 'For `tenant move`: the database of the cell that the tenant leaves, as a superuser.',
  },
  SERVICE_ACP_MOVE_TARGET_URL: {
    type: 'postgres-url',
    group: 'fleet',
    default: null,
    secret: true,
    example: 'postgres://postgres:password@localhost:5433/tasks',
    help: 'For `tenant move`: the database of the new cell, as a superuser.',
  },
  SERVICE_ACP_MOVE_REPLICATION_URL: {
    type: 'postgres-url',
    group: 'fleet',
    default: null,
    secret: true,
    example: 'postgres://postgres:password@localhost:5432/tasks',
    help: 'For `tenant move`: the source as the server of the new cell reaches it, if that differs.',
  },
  SERVICE_ACP_MOVE_TARGET_MASTER_KEY: {
    type: 'master-key',
    group: 'fleet',
    default: null,
    secret: true,
    help: 'For `tenant move`: the master key of the new cell, if it differs from SERVICE_ACP_MASTER_KEY.',
  },
} as const satisfies Record<string, Variable>
