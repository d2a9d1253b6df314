// A connection with the vendor of an integration, and how asking it can fail.
export {
  fromFailure,
  messageRefused,
  notVerified,
  ownAddressUnknown,
  webhookUnsupported,
} from './errors.ts'
export {
  type CheckSteps,
  connectionOf,
  findUsable,
  type OpenedConnection,
  openConnection,
  type Steps,
} from './service.ts'
