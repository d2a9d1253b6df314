// Credentials: entered, sealed for the hosts of their integration, and opened where a request needs them.
export { type CredentialFacts, describeCredential, listMissing } from './credential.ts'
export {
  type CarriedIntegrationSecret,
  readIntegrationSecrets,
  restoreIntegrationSecrets,
} from './service/carry-secrets.ts'
export { listReadable } from './service/list-readable.ts'
export { openEveryIntegrationSecret } from './service/open-every-secret.ts'
export { openIntegrationSecret } from './service/open-secret.ts'
export { readSecrets, setCredential } from './service/set-credential.ts'
export { deleteSecrets } from './store.ts'
