// The variables of the dashboard, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const dashboardVariables = {
  SERVICE_ACP_UI_USERNAME: {
    type: 'string',
    group: 'dashboard',
    default: 'admin',
    secret: false,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/,
    accepts: 'up to 64 letters, digits and . _ @ + -, starting with a letter or digit',
    help: 'Username of the first dashboard user of the default tenant, created on the first start.',
  },
  SERVICE_ACP_UI_PASSWORD: {
    type: 'password',
    group: 'dashboard',
    default: null,
    secret: true,
    need: 'api',
    help: 'Initial password of that user, used only once. If unset, one is generated and printed.',
  },
  SERVICE_ACP_BASE_PATH: {
    type: 'string',
    group: 'http',
    default: null,
    secret: false,
    // A path of the service itself would be ambiguous.
    pattern:
      /^(?!\/(?:api|ui|docs|mcp|edge|hooks|healthz|readyz|metrics)(?:\/|$))(?:\/[A-Za-z0-9._~-]+)+$/,
    accepts: 'a path such as /tasks, without a slash at the end; not /api or /ui',
    example: '/tasks',
    help: 'Path prefix at which a proxy serves Task Service. Default: the path of SERVICE_ACP_PUBLIC_URL.',
  },
  SERVICE_ACP_HSTS: {
    type: 'duration',
    group: 'http',
    default: 'off',
    secret: false,
    off: true,
    min: '0s',
    max: '3650d',
    help: 'max-age of Strict-Transport-Security: how long browsers use HTTPS only; 0s revokes it.',
  },
  SERVICE_ACP_UI_DIR: {
    type: 'string',
    group: 'dashboard',
    default: null,
    secret: false,
    pattern: /^\.{0,2}\//,
    accepts: 'a path that starts with / or ./',
    example: '/app/dashboard/dist',
    help: 'Folder of the built dashboard. Default: dashboard/dist of this installation.',
  },
  SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: {
    type: 'integer',
    group: 'limits',
    default: '500',
    secret: false,
    off: true,
    min: '2',
    max: '1000000',
    help: 'Maximum failed sign-ins per user, hour and process from networks that are new for the user.',
    whenReached:
      '429 with `Retry-After` in these networks; in a network where the user signed in before, only its own failures count',
  },
} as const satisfies Record<string, Variable>
