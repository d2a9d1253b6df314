// Which limits keep an attack from others, and what the service is without them: variables that switch limits off, and
// lines of the source where a limit has no variable.
import type { Spoiling } from '../spoiled-program.ts'
import type { AttackName } from './attacks.ts'

export type Absence = { env?: Record<string, string>; spoiling?: Spoiling }

/** The variable that tells the program of the control which limits to leave out. */
export const WITHOUT_LIMIT = 'WITHOUT_LIMIT'

const sharedConnections = {
  SERVICE_ACP_DB_TENANT_SHARE: 'off',
  SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT: 'off',
  SERVICE_ACP_LIMIT_WAITING: 'off',
}

export const absences: Record<AttackName, Absence> = {
  slowBodies: {
    env: {
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY: 'off',
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: 'off',
    },
  },
  largeLists: {
    env: { SERVICE_ACP_LIMIT_PAGE_BYTES: 'off', SERVICE_ACP_LIMIT_RESPONSE_MEMORY: 'off' },
  },
  largeEvents: {
    env: { SERVICE_ACP_WEBHOOK_MEMORY: 'off' },
    spoiling: { '/events/batch-size.ts': [['8 * 1024 * 1024', 'Number.MAX_SAFE_INTEGER']] },
  },
  invalidBodies: {
    spoiling: {
      '/http/validation.ts': [['MAX_LISTED_VALUES = 2_000', 'MAX_LISTED_VALUES = Infinity']],
    },
  },
  bulkRequests: {
    env: sharedConnections,
    spoiling: {
      '/app/api.ts': [['isolatesTenants = true', 'isolatesTenants = false']],
      '/tasks/service/create-group.ts': [["options.lockMode ?? 'skip'", "'wait'"]],
    },
  },
  unknownParents: {
    spoiling: {
      '/tasks/insertion.ts': [['(parent_id is null or (select', '(true or (select']],
      '/fair/isolating-group.ts': [['if (!wasRolledBack(error)) throw error', 'throw error']],
    },
  },
  slowSearches: { env: sharedConnections },
  tarpitChecks: {
    spoiling: {
      '/agent/limits.ts': [
        ['return Math.max(1, Math.ceil(count / parts))', 'return count * parts'],
        ['part(processes, roles.worker ? 1 / 3 : 1 / 2)', 'processes'],
        ['queuePerTenant: 8', 'queuePerTenant: 1_000'],
      ],
    },
  },
}
