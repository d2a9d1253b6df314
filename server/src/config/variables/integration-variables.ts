// The variables of integrations, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const integrationVariables = {
  SERVICE_ACP_PLUGINS: {
    type: 'string',
    group: 'integrations',
    default: null,
    secret: false,
    pattern: /^\.{0,2}\//,
    accepts: 'a path that starts with / or ./',
    example: '/etc/task-service/plugins.json',
    help: 'Path of plugins.json, which lists third-party integrations with exact version and digest.',
  },
  SERVICE_ACP_PLUGIN_MEMORY: {
    type: 'bytes',
    group: 'integrations',
    default: null,
    secret: false,
    min: '128MiB',
    max: '64GiB',
    example: '512MiB',
    help: 'Maximum memory of all plugin processes. Default: 45 % of the container, at most 1 GiB.',
    whenReached: 'Idle processes are stopped, then the largest one; its calls are retried',
  },
  SERVICE_ACP_SYNC_CONCURRENCY: {
    type: 'integer',
    group: 'integrations',
    default: '8',
    secret: false,
    min: '1',
    max: '16',
    help: 'Maximum concurrent syncs per worker. One tenant can use at most half.',
    whenReached: 'Further syncs wait',
  },
} as const satisfies Record<string, Variable>
