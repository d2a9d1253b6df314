// Public interface of work: the steps of dry runs and imports in the background.
export { type CheckTask, noteFault, type Tended, tendImports } from './service/tend-imports.ts'
