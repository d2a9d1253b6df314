// The variables of the dashboard, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const dashboardVariables = {
  SERVICE_ACP_UI_USERNAME: {
    type: 'string',
    group: 'dashboard',
    default: 'admin',
    secret: false,
    pattern: /^[A-Za-z0-9][A-Za-z0-9._@+-]{0,63}$/,
    accepts: 'up to 64 letters, digits and . _ @ + -, beginning with a letter or a digit',
    help: 'First user of the default tenant’s dashboard, made at the first start.',
  },
  SERVICE_ACP_UI_PASSWORD: {
    type: 'password',
    group: 'dashboard',
    default: null,
    secret: true,
    need: 'api',
    help: 'Password of that user, read at the first start only. Unset: one is made and printed once.',
  },
  SERVICE_ACP_BASE_PATH: {
    type: 'string',
    group: 'http',
    default: null,
    secret: false,
    // What the service itself serves would be reached by two names.
    pattern:
      /^(?!\/(?:api|ui|mcp|edge|hooks|healthz|readyz|metrics)(?:\/|$))(?:\/[A-Za-z0-9._~-]+)+$/,
    accepts: 'a path such as /tasks, without a slash at the end; not /api or /ui',
    example: '/tasks',
    help: 'Path below which a proxy serves the service. Unset: that of SERVICE_ACP_PUBLIC_URL, if any.',
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
    accepts: 'a path that begins with / or ./',
    example: '/app/dashboard/dist',
    help: 'Where the built dashboard is. Unset: dashboard/dist of this installation.',
  },
  SERVICE_ACP_LIMIT_GUESSES_PER_HOUR: {
    type: 'integer',
    group: 'limits',
    default: '500',
    secret: false,
    off: true,
    min: '2',
    max: '1000000',
    help: 'Failed sign-ins per user, hour and process, from networks where that user never signed in.',
    whenReached:
      '429 with `Retry-After` in these networks; where the user signed in before, only failures of the same network count',
  },
} as const satisfies Record<string, Variable>
