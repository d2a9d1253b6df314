// Public interface of rows: the columns and rows of a file, and the task that each row becomes.
export { suggestFields } from './field-suggestions.ts'
export { DELIMITERS, type FileColumn, type FileStart, readStart } from './file-start.ts'
export { draftRow, type RowFault, type RowPlan, shown } from './row-task.ts'
export { decodeRow, type Layout, readRow } from './row-values.ts'
export { type FileRow, readSlice, type Slice } from './slice.ts'
