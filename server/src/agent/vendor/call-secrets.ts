// The secrets of one call: opened when a request contains them, dropped when the call is over.
import { Failure, type Manifest } from '@task-service/kit'
import { createScrub, type Scrub } from '#crypto/scrub.ts'
import type { Secret } from '#crypto/secret.ts'

export type OpenSecret = (name: string) => Promise<Secret | 'needs_reentry' | undefined>

export type CallSecrets = {
  /** Throws a `Failure` when there is none. */
  get: (name: string) => Promise<Secret>
  /** Opens all secrets, so that `scrub` knows them. */
  know: () => Promise<void>
  scrub: Scrub
}

export function createCallSecrets(manifest: Manifest, openSecret: OpenSecret): CallSecrets {
  const opened = new Map<string, Promise<Secret | 'needs_reentry' | undefined>>()
  const known: string[] = []
  let scrub: Scrub = createScrub([])

  async function find(name: string): Promise<Secret | 'needs_reentry' | undefined> {
    try {
      const secret = await openSecret(name)
      if (typeof secret === 'object') {
        known.push(secret.reveal())
        scrub = createScrub(known)
      }
      return secret
    } catch {
      opened.delete(name)
      throw new Failure('transient', `The secret ${name} could not be decrypted.`)
    }
  }

  function ask(name: string): Promise<Secret | 'needs_reentry' | undefined> {
    const asked = opened.get(name) ?? find(name)
    opened.set(name, asked)
    return asked
  }

  return {
    async get(name) {
      const field = manifest.secrets.find((secret) => secret.name === name)
      if (!field)
        throw new Failure('internal', 'The integration uses a secret that it does not declare.')
      const secret = await ask(name)
      if (typeof secret === 'object') return secret
      throw new Failure(
        'auth',
        `${field.label} ${secret ? 'can no longer be decrypted' : 'is missing'}.`,
        {
          fix: secret ? 'Re-enter it.' : 'Enter it.',
        },
      )
    },
    async know() {
      await Promise.all(manifest.secrets.map(({ name }) => ask(name)))
    },
    scrub: (text) => scrub(text),
  }
}
