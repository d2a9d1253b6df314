// Public interface of API keys: who a key belongs to, and making, rotating and revoking them.
export { createAccessWatch, FRESH_MS } from './service/access-watch.ts'
export {
  type Authenticate,
  type AuthenticatorOptions,
  createCredentialAuthenticator,
  type Found,
} from './service/authenticate-credential.ts'
export {
  createKeyAuthenticator,
  type KeyAuthenticator,
  type KeyOwner,
} from './service/authenticate-key.ts'
export { describeKeys, type EnvironmentKey } from './service/describe-keys.ts'
export { issueKey, listKeys, retireKey, retireOtherKeys } from './service/issue-key.ts'
export { createKeyUseLog, createUseLog, type KeyUseLog } from './service/key-use-log.ts'
export { refuseMoved } from './service/refuse-moved.ts'
export { type CredentialRow, type Instance, readInstance } from './store.ts'
