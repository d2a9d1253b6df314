// Which limits keep an attack from others, and what the service is without them: variables that switch limits off, and
// lines of the source where a limit has no variable.
import type { Spoiling } from '../../tests/harness/processes/spoiled-program.ts'
import type { AttackName } from './attacks.ts'

export type Absence = { env?: Record<string, string>; spoiling?: Spoiling }

/** The variable with the limits that the program of the control leaves out. */
export const WITHOUT_LIMIT = 'WITHOUT_LIMIT'

const sharedConnections = {
  SERVICE_ACP_DB_TENANT_SHARE: 'off',
  SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT: 'off',
  SERVICE_ACP_LIMIT_WAITING: 'off',
}

/** Of each batch of the dispatcher: all that was read is dispatched at once. */
const withoutShares: Spoiling = {
  '/dispatch/store/new-events.ts': [
    ['SHARE_ROWS = 64', 'SHARE_ROWS = Infinity'],
    ['SHARE_BYTES = 1024 * 1024', 'SHARE_BYTES = Infinity'],
    ['SHARE_STORED_BYTES = 128 * 1024', 'SHARE_STORED_BYTES = Infinity'],
  ],
}

/** Of new connections of one network. */
const withoutPacing: Spoiling = {
  '/admission/connections.ts': [
    ['const isPaced = max !== null && sharesByNetwork', 'const isPaced = false'],
  ],
}

/** Of requests in flight: one tenant may have all of them. */
const withoutSlotShares: Spoiling = {
  '/admission/slot-shares.ts': [['return own < Math.max(1, share)', 'return true']],
}

const unlimitedRequests = { ...sharedConnections, SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: 'off' }

export const absences: Record<AttackName, Absence> = {
  slowBodies: {
    env: {
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY: 'off',
      SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: 'off',
    },
    spoiling: withoutPacing,
  },
  slowSmallBodies: {
    spoiling: {
      ...withoutPacing,
      '/admission/listen.ts': [['SOCKETS = 16', 'SOCKETS = 1']],
      '/body/byte-budget.ts': [['return lease.small.every(hasRoom(smallByOwner))', 'return true']],
    },
  },
  largeLists: {
    env: { SERVICE_ACP_LIMIT_PAGE_BYTES: 'off', SERVICE_ACP_LIMIT_RESPONSE_MEMORY: 'off' },
  },
  largeEvents: {
    env: { SERVICE_ACP_WEBHOOK_MEMORY: 'off' },
    spoiling: {
      ...withoutShares,
      '/deliveries/batch-size.ts': [
        ['8 * 1024 * 1024', 'Infinity'],
        ['TARGET_MS = 100', 'TARGET_MS = Infinity'],
        ['SHARED_TARGET_MS = 25', 'SHARED_TARGET_MS = Infinity'],
      ],
    },
  },
  invalidBodies: {
    spoiling: {
      '/http/json-body.ts': [['SHARE_OF_TIME = 0.2', 'SHARE_OF_TIME = 1']],
      '/http/validation.ts': [['if (!hasFewValues(value)) return first', '']],
    },
  },
  bulkRequests: {
    env: sharedConnections,
    spoiling: {
      ...withoutShares,
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
  deferredRetries: {
    spoiling: {
      '/jobs/fair-admission.ts': [
        ['return count === 0 ? left() > 0 : count + size <= left() - size + 1', 'return true'],
      ],
      '/jobs/circuit-breaker.ts': [['FAILURES_TO_OPEN = 10', 'FAILURES_TO_OPEN = Infinity']],
      '/jobs/receiver-pool.ts': [['QUICK_LIMIT = 32', 'QUICK_LIMIT = 10_000']],
    },
  },
  // Claims that arrive together share a transaction. A group has few tasks, and a tenant that is busy gets separate groups.
  greedyClaims: {
    env: { SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE: 'off' },
    spoiling: {
      '/claims/service/claim-group.ts': [
        ['const MAX_TASKS = 128', 'const MAX_TASKS = Infinity'],
        ["reads: plan.reads('skip')", "reads: plan.reads('wait')"],
      ],
    },
  },
  wrongLeaseTokens: { env: unlimitedRequests, spoiling: withoutSlotShares },
  waitingClaims: {
    env: unlimitedRequests,
    spoiling: {
      ...withoutSlotShares,
      '/work/claiming/service/claim-watch.ts': [
        ['MAX_PER_TENANT = 500', 'MAX_PER_TENANT = Infinity'],
        ['      onWaiting()\n', ''],
      ],
    },
  },
}
