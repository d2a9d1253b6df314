// Versions are consistent, the lock file has a subset for each package, and nothing is published by accident.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { NPM_PACKAGES } from './artifacts.ts'
import { type Lock, lockSubset } from './packages/lock-subset.ts'
import { findPublishFault } from './publish-packages.ts'
import { findVersions } from './versions.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test('every file has the same version', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string } // our own file
  const found = findVersions(root)
  const files = new Set(found.map(({ file }) => file))
  for (const file of ['kit/package.json', 'Dockerfile', 'deploy/compose.yaml'])
    assert.ok(files.has(file))
  assert.deepEqual(
    found.filter((one) => one.version !== version),
    [],
  )
})

test('the lock file has what each package needs, with a URL and a digest', () => {
  const lock = JSON.parse(read('package-lock.json')) as Lock // npm's format 3
  for (const { workspace, name } of NPM_PACKAGES) {
    const manifest = JSON.parse(read(`${workspace}/package.json`)) as {
      dependencies?: Record<string, string>
    } // our own file
    const needed = Object.keys(manifest.dependencies ?? {}).filter(
      (one) => !one.startsWith('@task-service/'),
    )
    const subset = lockSubset(lock, workspace, needed, `node_modules/${name}`)
    for (const one of needed) assert.ok(subset[`node_modules/${one}`], `${name} needs ${one}`)
    for (const { resolved, integrity } of Object.values(subset)) {
      assert.match(resolved ?? '', /^https:\/\/registry\.npmjs\.org\/.+\.tgz$/)
      assert.match(integrity ?? '', /^sha512-/)
    }
  }
  assert.throws(() => lockSubset(lock, 'cli', ['no-such-package'], ''), /has no no-such-package/)
})

test('only the workflow of the tag publishes', () => {
  const workflow = { GITHUB_ACTIONS: 'true', GITHUB_REF_TYPE: 'tag', GITHUB_REF_NAME: 'v0.2.0' }
  assert.equal(findPublishFault('0.2.0', workflow), undefined)
  assert.match(findPublishFault('0.2.0', {}) ?? '', /by the release workflow only/)
  assert.match(findPublishFault('0.2.1', workflow) ?? '', /v0\.2\.1/)
  const branch = { ...workflow, GITHUB_REF_TYPE: 'branch', GITHUB_REF_NAME: 'main' }
  assert.match(findPublishFault('0.2.0', branch) ?? '', /running for branch main/)
})
