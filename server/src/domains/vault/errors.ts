// What can be wrong with keys and sealed secrets. None of it is a client's mistake, so none is a problem of the API.
import type { SecretPlace } from '#crypto/sealed-secret.ts'

/** The master key of the environment does not fit this installation; nothing has been written. */
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
      `This process does not hold the master key ${masterKeyId}, which this installation uses. Start it again with the present SERVICE_ACP_MASTER_KEY.`,
    )
  }
}

/** Changed, cut, or moved from where it was sealed for. */
export class SecretDamaged extends Error {
  override readonly name = 'SecretDamaged'
  constructor({ ownerKind, ownerId, field }: SecretPlace, what: string) {
    super(`The sealed ${field} of ${ownerKind} ${ownerId} is refused: ${what}.`)
  }
}

/** What was to be given up is not what is missing. */
export class NothingToAbandon extends Error {
  override readonly name = 'NothingToAbandon'
}
