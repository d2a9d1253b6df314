// Conflicts between variables, and weak keys that are accepted with a warning.
import { apiKeyPrefix, isWellFormedApiKey } from '#crypto/api-key.ts'
import { findBucketConflicts, findBucketWeaknesses } from './checks/check-bucket.ts'
import { findMailConflicts } from './checks/check-mail.ts'
import type { Finding } from './config-error.ts'
import { decodeKey, generateOne } from './parse-secret.ts'
import type { Values } from './value.ts'

const enoughBits = 128
// 32 random bytes have about 30 distinct ones; fewer than 10 never happens by chance.
const fewDistinctBytes = 10

/** Considers only values that are valid on their own. */
export function findConflicts(values: Partial<Values>): Finding[] {
  const found: Finding[] = []
  const apiKey = values.SERVICE_ACP_API_KEY?.reveal()
  const apiKeyPrevious = values.SERVICE_ACP_API_KEY_PREVIOUS?.reveal()
  const masterKey = values.SERVICE_ACP_MASTER_KEY?.reveal()
  const masterKeyPrevious = values.SERVICE_ACP_MASTER_KEY_PREVIOUS?.reveal()

  if (apiKey !== undefined && apiKey === apiKeyPrevious) {
    found.push(sameAs('SERVICE_ACP_API_KEY_PREVIOUS', 'SERVICE_ACP_API_KEY'))
  }
  if (masterKey && masterKeyPrevious && Buffer.compare(masterKey, masterKeyPrevious) === 0) {
    found.push(sameAs('SERVICE_ACP_MASTER_KEY_PREVIOUS', 'SERVICE_ACP_MASTER_KEY'))
  }
  // Every client has the API key, so it must not also encrypt the stored credentials.
  if (masterKey && [apiKey, apiKeyPrevious].some((key) => key && encodes(key, masterKey))) {
    found.push({
      variable: 'SERVICE_ACP_MASTER_KEY',
      problem: 'is the same as the API key',
      remedy: `The two must differ. ${generateOne}`,
    })
  }
  if (
    values.SERVICE_ACP_METRICS_PORT &&
    values.SERVICE_ACP_METRICS_PORT === values.SERVICE_ACP_PORT
  ) {
    found.push({
      variable: 'SERVICE_ACP_METRICS_PORT',
      problem: 'is the same as SERVICE_ACP_PORT',
      remedy: 'Choose another port, or off.',
    })
  }
  const { SERVICE_ACP_BASE_PATH: basePath, SERVICE_ACP_PUBLIC_URL: publicUrl } = values
  const publicPath = publicUrl ? new URL(publicUrl).pathname.replace(/\/$/, '') : ''
  if (basePath && publicPath && basePath !== publicPath) {
    found.push({
      variable: 'SERVICE_ACP_BASE_PATH',
      problem: 'differs from the path of SERVICE_ACP_PUBLIC_URL',
      remedy: 'Set one of the two, or both to the same path.',
    })
  }
  // Every tenant could reach the cloud metadata service and the database.
  if (values.SERVICE_ACP_EGRESS_ALLOW?.some((network) => /\/0+$/.test(network))) {
    found.push({
      variable: 'SERVICE_ACP_EGRESS_ALLOW',
      problem: 'allows every IP address',
      remedy: 'List only the networks that webhooks and integrations need.',
    })
  }
  return [...found, ...findBucketConflicts(values), ...findMailConflicts(values)]
}

export function findWeaknesses(values: Partial<Values>): Finding[] {
  const found: Finding[] = []
  for (const variable of ['SERVICE_ACP_API_KEY', 'SERVICE_ACP_API_KEY_PREVIOUS'] as const) {
    const key = values[variable]?.reveal()
    if (key === undefined) continue
    if (key.startsWith(apiKeyPrefix) && !isWellFormedApiKey(key)) {
      const problem = 'has an invalid checksum and may be mistyped'
      found.push({ variable, problem, remedy: 'Compare it with the original key.' })
    } else if (estimateBits(key) < enoughBits) {
      const problem = `is weak: less than ${enoughBits} bits of entropy`
      found.push({ variable, problem, remedy: generateOne })
    }
  }
  for (const variable of ['SERVICE_ACP_MASTER_KEY', 'SERVICE_ACP_MASTER_KEY_PREVIOUS'] as const) {
    const key = values[variable]?.reveal()
    if (key && new Set(key).size < fewDistinctBytes) {
      found.push({ variable, problem: 'does not look random', remedy: generateOne })
    }
  }
  return [...found, ...findBucketWeaknesses(values)]
}

/** The maximum entropy of a text of this length and these kinds of characters; words have much less. */
function estimateBits(text: string): number {
  const kinds: readonly (readonly [RegExp, number])[] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^a-zA-Z0-9]/, 33],
  ]
  const alphabet = kinds.reduce((sum, [kind, size]) => (kind.test(text) ? sum + size : sum), 0)
  return text.length * Math.log2(alphabet)
}

function encodes(text: string, bytes: Uint8Array): boolean {
  const decoded = decodeKey(text)
  return decoded !== undefined && Buffer.compare(decoded, bytes) === 0
}

function sameAs(variable: string, other: string): Finding {
  return {
    variable,
    problem: `is the same as ${other}`,
    remedy: `Set ${other} to the new key and ${variable} to the old one, or unset ${variable}.`,
  }
}
