// What the integrations of the service say about themselves, written down: a start needs no process to ask each of them.
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '@task-service/kit'

const folder = join(import.meta.dirname, '../../integrations')

const manifests = await Promise.all(
  readdirSync(folder)
    .toSorted()
    .map((name) => join(folder, name, 'manifest.ts'))
    .filter((path) => existsSync(path))
    .map(async (path) => (await import(path)) as { manifest: Manifest }), // of the fixed shape
)

export function integrationManifests(): string {
  return `${JSON.stringify(
    manifests.map(({ manifest }) => manifest),
    null,
    2,
  )}\n`
}
