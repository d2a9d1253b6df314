// Public interface of the vault: sealing and opening secrets, and the operator's work on the keys behind them.
export { dataKeyIdOf, type Sealed, type SecretPlace } from '#crypto/sealed-secret.ts'
export { MasterKeyMissing, MasterKeyRefused, NothingToAbandon, SecretDamaged } from './errors.ts'
export type { MasterKeyStatus } from './master-key-status.ts'
export { abandonKeys } from './service/abandon-keys.ts'
export { admitMasterKey, refuseWrongMasterKey } from './service/admit-master-key.ts'
export { countSealedSecrets } from './service/count-sealed-secrets.ts'
export { describeMasterKey } from './service/describe-master-key.ts'
export { type KeyStatus, readKeyStatus } from './service/read-key-status.ts'
export { type KeyContext, ROTATION_LANES, rotateKeys } from './service/rotate-keys.ts'
export {
  listSecretStates,
  openSecret,
  type SecretState,
  sealSecret,
} from './service/seal-secret.ts'
