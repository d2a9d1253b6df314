// What every step of a sync is handed (mapping, session with the vendor, transactions under the lease), and how it can fail.
export { LeaseLost, describeError, isAboutConnection, isDatabaseAway } from './errors.ts'
export { type Work, dictionaryOf } from './service.ts'
