// Operations on the tenant as a whole.

import { type Operation, operation } from '../operation.ts'
import { AuditExportQuery, AuditListQuery, AuditPage } from '../tenant/audit.ts'

export const tenantOperations = {
  'audit.list': operation({
    method: 'GET',
    path: '/api/audit',
    tag: 'Audit',
    summary: 'Read the audit log',
    description: 'Who did what, newest first. Every change of anything leaves an entry.',
    query: AuditListQuery,
    success: { 200: { description: 'A page of entries', body: AuditPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'audit.export': operation({
    method: 'GET',
    path: '/api/audit/export',
    tag: 'Audit',
    summary: 'Download the audit log',
    description:
      'All entries that the filters let through, newest first, up to the moment of the request. It is sent as it is read; a transfer that breaks off was not complete.',
    query: AuditExportQuery,
    success: {
      200: { description: 'A file', stream: ['text/csv', 'application/x-ndjson'] },
    },
    errors: [],
  }),
} as const satisfies Record<string, Operation>
