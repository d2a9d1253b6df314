// The variables of integrations, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const integrationVariables = {
  SERVICE_ACP_PLUGINS: {
    type: 'string',
    group: 'integrations',
    default: null,
    secret: false,
    pattern: /^\.{0,2}\//,
    accepts: 'a path that begins with / or ./',
    example: '/etc/task-service/plugins.json',
    help: 'File that lists integrations of others, each with exact version and digest. Unset: none.',
  },
  SERVICE_ACP_PLUGIN_MEMORY: {
    type: 'bytes',
    group: 'integrations',
    default: null,
    secret: false,
    min: '128MiB',
    max: '64GiB',
    example: '512MiB',
    help: 'Maximum memory of all plugin processes together. Unset: 45 % of the container, at most 1 GiB.',
    whenReached: 'Idle processes end, then the largest; its calls are retried',
  },
  SERVICE_ACP_SYNC_CONCURRENCY: {
    type: 'integer',
    group: 'integrations',
    default: '8',
    secret: false,
    min: '1',
    max: '16',
    help: 'Integrations that one worker works for at the same time; one tenant has at most half of them.',
    whenReached: 'Further ones wait for their turn',
  },
} as const satisfies Record<string, Variable>
