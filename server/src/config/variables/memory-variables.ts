// The variables that bound connections and memory, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const memoryVariables = {
  SERVICE_ACP_LIMIT_CONNECTIONS: {
    type: 'integer',
    group: 'limits',
    default: '10000',
    secret: false,
    off: true,
    min: '10',
    max: '1000000',
    help: 'Connections of clients that one process holds open. Without trusted proxies, one network gets at most half.',
    whenReached: 'New connections are closed',
  },
  SERVICE_ACP_LIMIT_BODY_MEMORY: {
    type: 'bytes',
    group: 'limits',
    default: '50331648',
    secret: false,
    off: true,
    min: '1MiB',
    max: '64GiB',
    help: 'Bytes of authenticated request bodies in the memory of one process; one tenant gets at most half. At least two of the largest bodies always fit.',
    whenReached: '503 with `Retry-After`; the connection is closed',
  },
  SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY: {
    type: 'bytes',
    group: 'limits',
    default: '33554432',
    secret: false,
    off: true,
    min: '12MiB',
    max: '64GiB',
    help: 'Bytes of request bodies at /hooks, /edge and /ui/reset in the memory of one process, before they are verified; one tenant and one network get at most half.',
    whenReached: '503 with `Retry-After`; the connection is closed',
  },
  SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME: {
    type: 'duration',
    group: 'limits',
    default: '10s',
    secret: false,
    off: true,
    min: '100ms',
    max: '30s',
    help: 'Longest time such a body may take to arrive.',
    whenReached: '408; the connection is closed',
  },
} as const satisfies Record<string, Variable>
