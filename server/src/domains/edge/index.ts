// The door of the edge: what connectors say and are told, the jobs they are given, and how others have a statement run.
export { createErrands, routes } from './routes.ts'
export { admitFrame } from './service/admit-frame.ts'
export { announce } from './service/announce.ts'
export { enrol } from './service/enrol.ts'
export { expireJobs } from './service/expire-jobs.ts'
export { giveChallenge, openSession } from './service/open-session.ts'
export { poll } from './service/poll.ts'
export { rotateKey } from './service/rotate-key.ts'
export {
  runStatement,
  type StatementRequest,
  type StatementRun,
} from './service/run-statement.ts'
export type { Admitted, EdgeSteps } from './service/steps.ts'
export { takeChunk, takeResult, takeResults } from './service/take-result.ts'
export { createWatch, type Watch } from './service/watch.ts'
export { forgetRows } from './store/results.ts'
