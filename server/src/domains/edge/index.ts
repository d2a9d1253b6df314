// Public interface of the edge: messages of connectors, their jobs, and running a statement.
export { edgeRefused } from './errors.ts'
export { createExternalCalls, routes } from './routes.ts'
export { announce } from './service/announce.ts'
export { expireJobs } from './service/expire-jobs.ts'
export { poll } from './service/poll.ts'
export {
  runStatement,
  type StatementRequest,
  type StatementRun,
} from './service/run-statement.ts'
export type { Admitted, EdgeSteps } from './service/steps.ts'
export { takeChunk, takeResult, takeResults } from './service/take-result.ts'
export { createWatch, type Watch } from './service/watch.ts'
export { endLeases } from './store/jobs.ts'
export { forgetRows } from './store/results.ts'
