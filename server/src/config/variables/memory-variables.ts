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
    help: 'Open connections per process; one network gets at most half, unless there are trusted proxies.',
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
    help: 'Memory per process for authenticated request bodies; one tenant gets at most half.',
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
    help: 'The same for /hooks, /edge and /ui/reset; one tenant and one network get at most half.',
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
    help: 'Longest time a body at /hooks, /edge and /ui/reset may take to arrive.',
    whenReached: '408; the connection is closed',
  },
} as const satisfies Record<string, Variable>
