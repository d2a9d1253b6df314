// Public interface of the edge: what connectors say and are told, the jobs they are given, and how others have a statement run.
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
