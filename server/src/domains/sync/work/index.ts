// What every step of a sync is handed (mapping, session with the vendor, transactions under the lease), and how it can fail.
export { describeError, isAboutConnection, isDatabaseAway, LeaseLost } from './errors.ts'
export { dictionaryOf, type Work } from './service.ts'
