// Whose API key is this? Stored keys, and those of the default tenant in the environment.
import type { Actor } from '@task-service/contract'
import { digestKey, sameDigest } from '#crypto/key-digest.ts'
import type { Reader } from '#db/reader.ts'
import { encodeId } from '#lib/ids.ts'
import { findOwners, findTenantBySlug, type OwnerRow } from '../store.ts'
import {
  type Authenticate,
  type AuthenticatorOptions,
  createCredentialAuthenticator,
  noOwner,
} from './authenticate-credential.ts'
import type { Known } from './owner-memory.ts'

export type KeyOwner = {
  tenant: { id: string; slug: string }
  suspended: boolean
  actor: Actor
}

export type KeyAuthenticator = Authenticate<KeyOwner>

export const DEFAULT_TENANT = 'default'
const ENVIRONMENT = 'environment'

export function createKeyAuthenticator(
  options: AuthenticatorOptions & {
    /** Keys of the default tenant that stand in the environment, never in the database. */
    environmentKeys: readonly string[]
  },
): KeyAuthenticator {
  const fromEnvironment = options.environmentKeys.map((key) => digestKey(options.pepper, key))
  const authenticate = createCredentialAuthenticator<OwnerRow>(options, {
    digest: digestKey,
    find: findOwners,
    idOf: (row) => row.key_id,
    findOther: (digest) =>
      fromEnvironment.some((known) => sameDigest(known, digest))
        ? findEnvironmentOwner(options.auth, digest)
        : undefined,
  })
  return async (...request) => {
    const owner = await authenticate(...request)
    return owner && toKeyOwner(owner)
  }
}

function toKeyOwner(owner: OwnerRow): KeyOwner {
  const id = owner.key_id === ENVIRONMENT ? ENVIRONMENT : encodeId('key', owner.key_id)
  return {
    tenant: { id: owner.tenant_id, slug: owner.slug },
    suspended: owner.status === 'suspended',
    actor: { kind: 'key', id },
  }
}

async function findEnvironmentOwner(auth: Reader, digest: Buffer): Promise<Known<OwnerRow>> {
  const tenant = await findTenantBySlug(auth, DEFAULT_TENANT)
  if (!tenant) return noOwner
  const { version, ...row } = tenant
  return { owner: { ...row, key_id: ENVIRONMENT, digest }, version, msLeft: null }
}
