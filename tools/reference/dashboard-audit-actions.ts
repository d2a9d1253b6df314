// The actions of the audit log, for the filter of the dashboard: the names alone, without the schemas around them.
import { AUDIT_ACTIONS } from '@task-service/contract'

export function dashboardAuditActions(): string {
  return [
    '// Written by `npm run gen` from the contract: the actions of the audit log.',
    'export const AUDIT_ACTIONS = [',
    ...AUDIT_ACTIONS.map((action) => `  '${action}',`),
    '] as const',
    '',
  ].join('\n')
}
