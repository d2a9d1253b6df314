// What is fetched from outside and could be another thing tomorrow: packages without an integrity hash, images without
// a digest. What cannot be pinned is listed here with its reason; everything else is a fault.

export type LockEntry = {
  version?: string
  resolved?: string
  integrity?: string
  link?: boolean
  dev?: boolean
  optional?: boolean
  os?: string[]
  cpu?: string[]
}

/**
 * Builds of development tools for other platforms. The registry that made the lock file does not offer them, so npm
 * could not write their hashes (tools/complete-lock.ts). Never part of the server, and never fetched on Linux x64.
 */
const unhashedTools = [
  '@astrojs/compiler-binding-',
  '@biomejs/cli-',
  '@oxc-parser/binding-',
  '@oxlint-tsgolint/',
  '@oxlint/binding-',
  '@pagefind/',
  '@rolldown/binding-',
]

const REGISTRY = 'https://registry.npmjs.org/'

export function findLockFaults(packages: Readonly<Record<string, LockEntry>>): string[] {
  return Object.entries(packages).flatMap(([place, entry]) => {
    const name = place.split('node_modules/').at(-1) ?? ''
    if (!place.includes('node_modules/') || entry.link) return []
    if (entry.resolved !== undefined && !entry.resolved.startsWith(REGISTRY)) {
      return [`${name}: comes from ${entry.resolved}; only ${REGISTRY} is allowed`]
    }
    if (entry.integrity?.startsWith('sha512-')) return []
    if (entry.integrity !== undefined) return [`${name}: ${entry.integrity} is not SHA-512`]
    const isTool = unhashedTools.some((prefix) => name.startsWith(prefix))
    if (isTool && entry.dev && entry.optional && !runsHere(name, entry)) return []
    return [`${name}@${entry.version}: has no integrity; run npm install where the registry has it`]
  })
}

/** On the platform that everything is built and tested on: Linux x64 with glibc. */
function runsHere(name: string, { os, cpu }: LockEntry): boolean {
  const isLinux = (os?.includes('linux') ?? true) && (cpu?.includes('x64') ?? true)
  return isLinux && !name.includes('musl')
}

/**
 * Images by tag on purpose. A digest would keep operators on the day it was written: fixes of the distribution, of
 * Node.js and of PostgreSQL come under the same tag (decision 0023).
 */
const byTag: readonly string[] = [
  'docker.io/library/node:26-bookworm-slim',
  'docker.io/library/postgres:15-bookworm',
  'docker.io/library/caddy:2.10',
  // Of the example with two cells: the version that the generated map is tested with.
  'docker.io/library/haproxy:2.6',
  // Examples for operators who have no monitoring yet, with a full version each; none of them has access to data of tenants.
  'docker.io/prom/prometheus:v3.5.0',
  'docker.io/prom/alertmanager:v0.28.1',
  'docker.io/grafana/grafana:12.1.0',
]

/** Of ours, and the names that operators replace with those of their own registry. */
const ours =
  /^(\$\{TASK_SERVICE_IMAGE:-)?(localhost|ghcr\.io\/task-service|REGION-docker\.pkg\.dev|registry\.example\.com)\//

export function findImageFaults(text: string): string[] {
  const lines = text.matchAll(/^\s*(?:FROM|(?:- )?image:)\s+(\S+)(?:\s+AS\s+(\S+))?/gim)
  const stages = new Set<string>()
  return [...lines].flatMap(([, image = '', stage]) => {
    const isStage = stages.has(image)
    if (stage) stages.add(stage)
    if (isStage || image === 'scratch' || ours.test(image) || byTag.includes(image)) return []
    if (!/^[\w.-]+\.[\w.-]+\//.test(image)) return [`${image}: does not name its registry`]
    if (/@sha256:[0-9a-f]{64}$/.test(image)) return []
    return [`${image}: has no digest; add @sha256:…, or list it in byTag with its reason`]
  })
}
