// Operations on the tenant as a whole.

import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { AuditExportQuery, AuditListQuery, AuditPage } from '../tenant/audit.ts'
import { Overview, OverviewQuery } from '../tenant/overview.ts'
import { Settings, SettingsChange } from '../tenant/settings.ts'
import { SystemInfo } from '../tenant/system-info.ts'
import { bodyErrors } from './request-errors.ts'

export const tenantOperations = {
  'stats.overview': operation({
    method: 'GET',
    path: '/api/stats',
    tag: 'Tenant',
    summary: 'The tenant at a glance',
    description:
      'How work flows, who works and what needs somebody. Large numbers are told as “at least”, and an answer that was dear to count is given again for some seconds.',
    query: OverviewQuery,
    success: { 200: { description: 'The overview', body: Overview } },
    errors: [],
  }),
  'system.info': operation({
    method: 'GET',
    path: '/api/system',
    tag: 'System',
    summary: 'Versions, keys, storage, retention and limits',
    description:
      'The service as this tenant has it. Nothing of other tenants and no secret is in it.',
    query: NoQuery,
    success: { 200: { description: 'The service', body: SystemInfo } },
    errors: [],
  }),
  'settings.get': operation({
    method: 'GET',
    path: '/api/settings',
    tag: 'Tenant',
    summary: 'Get the settings of the tenant',
    query: NoQuery,
    success: { 200: { description: 'The settings', body: Settings, headers: ['ETag'] } },
    errors: [],
  }),
  'settings.change': operation({
    method: 'PATCH',
    path: '/api/settings',
    tag: 'Tenant',
    summary: 'Change the settings of the tenant',
    query: NoQuery,
    body: SettingsChange,
    success: {
      200: { description: 'The settings after the change', body: Settings, headers: ['ETag'] },
    },
    errors: [...bodyErrors, 'version_mismatch', 'time_zone_unknown'],
    ifMatch: true,
  }),
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
