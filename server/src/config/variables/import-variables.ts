// The variables of imports, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const importVariables = {
  SERVICE_ACP_LIMIT_IMPORTS: {
    type: 'integer',
    group: 'limits',
    default: '10',
    secret: false,
    off: true,
    min: '1',
    max: '1000',
    help: 'Maximum imports per tenant that have not finished.',
    whenReached: '409 `import_limit_reached`',
  },
  SERVICE_ACP_LIMIT_IMPORT_STORAGE: {
    type: 'bytes',
    group: 'limits',
    default: '1GiB',
    secret: false,
    off: true,
    min: '1KiB',
    max: '1024GiB',
    help: 'Maximum size of all import files of a tenant. Files are deleted after the import.',
    whenReached: '409 `import_quota_reached`',
  },
} as const satisfies Record<string, Variable>
