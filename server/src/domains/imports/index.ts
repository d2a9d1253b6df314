// Public interface of imports: their routes, and the work in the background.
export { findActiveTenants, type ImportLimits } from './records/index.ts'
export { createUploads, downloads, routes } from './routes.ts'
export { type CheckTask, noteFault, type Tended, tendImports } from './work/index.ts'
