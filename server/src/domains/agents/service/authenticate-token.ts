// Whose agent token is this? The agent acts under its name.
import type { Actor } from '@task-service/contract'
import { digestAgentToken } from '#crypto/key-digest.ts'
import {
  type Authenticate,
  type AuthenticatorOptions,
  createCredentialAuthenticator,
} from '#domains/keys/index.ts'
import { findTokenOwners, type TokenOwnerRow } from '../store/tokens.ts'

export type TokenOwner = {
  tenant: { id: string; slug: string }
  suspended: boolean
  actor: Actor
  agent: { id: string; name: string; readsBeyondClaim: boolean }
}

export function createTokenAuthenticator(options: AuthenticatorOptions): Authenticate<TokenOwner> {
  const authenticate = createCredentialAuthenticator<TokenOwnerRow>(options, {
    digest: digestAgentToken,
    find: findTokenOwners,
    idOf: (row) => row.token_id,
  })
  return async (...request) => {
    const owner = await authenticate(...request)
    return (
      owner && {
        tenant: { id: owner.tenant_id, slug: owner.slug },
        suspended: owner.status === 'suspended',
        actor: { kind: 'agent', id: owner.name },
        agent: {
          id: owner.agent_id,
          name: owner.name,
          readsBeyondClaim: owner.reads_beyond_claim,
        },
      }
    )
  }
}
