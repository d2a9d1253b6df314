// Public interface of tenants: provisioning them, finding them for commands, and what they decide for themselves.
export { TenantError, timeZoneUnknown } from './errors.ts'
export { routes } from './routes.ts'
export { COUNT_LIMIT, type DeletionProgress, deleteTenant } from './service/delete-tenant.ts'
export { getSettings } from './service/settings.ts'
export {
  createTenant,
  refuseTaken,
  setTenantStatus,
  walkTenants,
} from './service/tenant-life.ts'
export {
  countOlderWork,
  findTenant,
  isServed,
  type TenantRow,
} from './store.ts'
