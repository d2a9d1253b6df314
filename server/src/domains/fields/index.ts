// Public interface of custom fields: their routes, and what tasks need for values, filters and sorts.

export { routes } from './routes.ts'
export { allFields } from './service/read.ts'
export {
  type FieldUse,
  refuseUnknownKeys,
  resolveFields,
  type SortedField,
} from './service/resolve.ts'
export {
  definableKeys,
  indexableValues,
  indexValues,
  loadChecks,
  refuseInvalidValues,
} from './service/task-values.ts'
