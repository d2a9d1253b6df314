// What is known of a credential without opening it: which parts were entered, and whether they can be read.
import type { Integration } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import type { SecretRow } from './store.ts'

type Known = Pick<SecretRow, 'name' | 'entered_at'> & { isReadable: boolean }

export type CredentialFacts = Integration['credential']

export function describeCredential(
  manifest: Pick<Manifest, 'secrets'> | undefined,
  known: readonly Known[],
): CredentialFacts {
  const times = known.map(({ entered_at: at }) => at.getTime())
  return {
    names: known.map(({ name }) => name),
    entered_at: times.length === 0 ? null : new Date(Math.max(...times)).toISOString(),
    state: stateOf(manifest, known),
  }
}

function stateOf(
  manifest: Pick<Manifest, 'secrets'> | undefined,
  known: readonly Known[],
): CredentialFacts['state'] {
  if (known.some(({ isReadable }) => !isReadable)) return 'needs_reentry'
  const missing = listMissing(
    manifest,
    known.map(({ name }) => name),
  )
  if (missing.length === 0) return 'readable'
  const entered = known.filter(({ name }) => !isGenerated(manifest, name))
  return entered.length === 0 ? 'missing' : 'incomplete'
}

/** Required, not made by ourselves, and not there. */
export function listMissing(
  manifest: Pick<Manifest, 'secrets'> | undefined,
  names: readonly string[],
): string[] {
  return (manifest?.secrets ?? [])
    .filter(({ required, generated, name }) => required && !generated && !names.includes(name))
    .map(({ name }) => name)
}

function isGenerated(manifest: Pick<Manifest, 'secrets'> | undefined, name: string): boolean {
  return manifest?.secrets.some((field) => field.name === name && field.generated) ?? false
}
