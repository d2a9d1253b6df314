// The door of the audit trail: record what was done, list what happened to one object.
export { listActivity, recordAudit } from './service.ts'
