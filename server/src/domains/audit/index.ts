// Public interface of the audit log: record what was done, list it, and list what happened to one object.
export { downloads, routes } from './routes.ts'
export { listActivity } from './service/list-activity.ts'
export { recordAudit } from './service/record-audit.ts'
export { listRecentEntries } from './store/entries.ts'
