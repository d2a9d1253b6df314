// Operations on the tenant as a whole.

import { type Operation, operation } from '../operation.ts'
import { NoQuery } from '../system.ts'
import { AuditExportQuery, AuditListQuery, AuditPage } from '../tenant/audit.ts'
import { TaskFlow } from '../tenant/flow.ts'
import { Overview, OverviewQuery } from '../tenant/overview.ts'
import { Settings, SettingsChange } from '../tenant/settings.ts'
import { SystemInfo } from '../tenant/system-info.ts'
import { bodyErrors } from './request-errors.ts'

export const tenantOperations = {
  'stats.overview': operation({
    method: 'GET',
    path: '/api/stats',
    tag: 'Tenant',
    summary: 'Get tenant statistics',
    description:
      'Throughput, workload and items needing attention. Large counts are lower bounds (`is_at_least`). Responses are cached for a few seconds, and up to a minute when they are expensive to compute.',
    query: OverviewQuery,
    success: { 200: { description: 'The statistics', body: Overview } },
    errors: [],
  }),
  'stats.flow': operation({
    method: 'GET',
    path: '/api/stats/flow',
    tag: 'Tenant',
    summary: 'Get the task flow',
    description:
      'Where tasks come from, which queues they are in, who works on them, and what their external systems have confirmed. Counts the newest 20,000 tasks of each step. Responses are cached for a few seconds, and up to a minute when they are expensive to compute.',
    query: OverviewQuery,
    success: { 200: { description: 'The flow', body: TaskFlow } },
    errors: [],
  }),
  'system.info': operation({
    method: 'GET',
    path: '/api/system',
    tag: 'System',
    summary: 'Get system information',
    description:
      'Versions, API keys, storage, retention and limits. Contains no secrets and no data of other tenants.',
    query: NoQuery,
    success: { 200: { description: 'The system information', body: SystemInfo } },
    errors: [],
  }),
  'settings.get': operation({
    method: 'GET',
    path: '/api/settings',
    tag: 'Tenant',
    summary: 'Get tenant settings',
    description: 'Name, time zone, language and first day of the week.',
    query: NoQuery,
    success: { 200: { description: 'The settings', body: Settings, headers: ['ETag'] } },
    errors: [],
  }),
  'settings.change': operation({
    method: 'PATCH',
    path: '/api/settings',
    tag: 'Tenant',
    summary: 'Update tenant settings',
    description: 'Partial update (JSON Merge Patch).',
    query: NoQuery,
    body: SettingsChange,
    success: {
      200: { description: 'The updated settings', body: Settings, headers: ['ETag'] },
    },
    errors: [...bodyErrors, 'version_mismatch', 'time_zone_unknown'],
    ifMatch: true,
  }),
  'audit.list': operation({
    method: 'GET',
    path: '/api/audit',
    tag: 'Audit',
    summary: 'List audit entries',
    description: 'Newest first. Every change is recorded.',
    query: AuditListQuery,
    success: { 200: { description: 'A page of entries', body: AuditPage, headers: ['Link'] } },
    errors: ['invalid_cursor'],
  }),
  'audit.export': operation({
    method: 'GET',
    path: '/api/audit/export',
    tag: 'Audit',
    summary: 'Export the audit log',
    description:
      'Streams all matching entries, newest first, up to the time of the request. An interrupted download is incomplete.',
    query: AuditExportQuery,
    success: {
      200: { description: 'The file', stream: ['text/csv', 'application/x-ndjson'] },
    },
    errors: [],
  }),
} as const satisfies Record<string, Operation>
