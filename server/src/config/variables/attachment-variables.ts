// The variables of attachments, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const attachmentVariables = {
  SERVICE_ACP_LIMIT_ATTACHMENT_BYTES: {
    type: 'bytes',
    group: 'limits',
    default: '25MiB',
    secret: false,
    min: '1KiB',
    max: '256MiB',
    help: 'Maximum size of an attachment.',
    whenReached: '413',
  },
  SERVICE_ACP_LIMIT_ATTACHMENT_STORAGE: {
    type: 'bytes',
    group: 'limits',
    default: '5GiB',
    secret: false,
    off: true,
    min: '1KiB',
    max: '1024GiB',
    help: 'Maximum size of all attachments of a tenant.',
    whenReached: '409 `attachment_quota_reached`',
  },
  SERVICE_ACP_LIMIT_ATTACHMENT_MEMORY: {
    type: 'bytes',
    group: 'limits',
    default: '64MiB',
    secret: false,
    min: '16MiB',
    max: '64GiB',
    help: 'Memory per process for uploads and downloads of attachments; one tenant gets at most half.',
    whenReached: '503 with `Retry-After`',
  },
} as const satisfies Record<string, Variable>
