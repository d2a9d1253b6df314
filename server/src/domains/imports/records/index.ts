// Public interface of records: imports with their files, from the upload to the list of rejected rows.
export {
  cancelImport,
  getImport,
  listPage,
  removeImport,
  startImport,
  validateImport,
} from './service/manage-import.ts'
export { printErrors } from './service/print-errors.ts'
export { type ImportLimits, uploadImport } from './service/upload-import.ts'
export { deleteChunks, insertErrors, type RejectedRow, readBytes } from './store/content.ts'
export { findActiveTenants, type ImportRow, lockActive, updateImport } from './store/imports.ts'
