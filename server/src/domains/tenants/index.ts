// The door of tenants: provisioning them, and finding them for commands.
export { TenantError } from './errors.ts'
export { createTenant, deleteTenant, setTenantStatus, walkTenants } from './service.ts'
export {
  countOlderWork,
  findTenant,
  listActiveTenants,
  type TenantRow,
} from './store.ts'
