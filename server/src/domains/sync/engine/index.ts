// The engine: claims an integration and takes one turn of work for it.
export { claimWork } from './service/find-work.ts'
export { runTick } from './service/run-tick.ts'
export type { EngineParts } from './service/turn.ts'
export type { Lease } from './store.ts'
