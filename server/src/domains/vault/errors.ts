// Errors of keys and encrypted secrets. None of them is a client error, so none has a code of the API.
import type { SecretPlace } from '#crypto/sealed-secret.ts'

/** The master key of the environment is not the one of this installation; nothing has been written. */
export class MasterKeyRefused extends Error {
  override readonly name = 'MasterKeyRefused'
  readonly problem: string
  readonly remedy: string
  constructor(problem: string, remedy: string) {
    super(`${problem} ${remedy}`)
    this.problem = problem
    this.remedy = remedy
  }
}

/** The key is in use by this installation, but this process was started before or without it. */
export class MasterKeyMissing extends Error {
  override readonly name = 'MasterKeyMissing'
  constructor(masterKeyId: string) {
    super(
      `This process does not have the master key ${masterKeyId}, which this installation uses. Restart it with the current SERVICE_ACP_MASTER_KEY.`,
    )
  }
}

/** Changed, truncated, or moved from the place it was encrypted for. */
export class SecretDamaged extends Error {
  override readonly name = 'SecretDamaged'
  constructor({ ownerKind, ownerId, field }: SecretPlace, what: string) {
    super(`Cannot decrypt ${field} of ${ownerKind} ${ownerId}: ${what}.`)
  }
}

/** The key to give up is not missing. */
export class NothingToAbandon extends Error {
  override readonly name = 'NothingToAbandon'
}
