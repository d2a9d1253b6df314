// Public interface of queues: their routes, and the number of runs in the installation.
export { routes } from './routes.ts'
export { countLiveRuns } from './store.ts'
