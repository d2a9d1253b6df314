// What the build fetches from outside is pinned, or named as an exception. Each kind of fault is planted once.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { findImageFaults, findLockFaults, type LockEntry } from './deploy/supply-faults.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

function listFiles(...patterns: string[]): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...patterns], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed.split('\0').filter(Boolean)
}

describe('the lock file', () => {
  test('has an integrity hash for everything that is fetched, from one registry', () => {
    for (const file of ['package-lock.json', 'site/package-lock.json']) {
      const { packages } = JSON.parse(read(file)) as {
        packages: Record<string, LockEntry>
      } // npm's format 3
      assert.ok(Object.keys(packages).length > 250, file)
      assert.deepEqual(findLockFaults(packages), [], file)
    }
  })

  test('control: what is not pinned is seen', () => {
    const integrity = 'sha512-x'
    const tool = { version: '2.6.6', dev: true, optional: true }
    const planted: Record<string, LockEntry> = {
      'node_modules/pg': { version: '8.0.0' },
      'node_modules/a/node_modules/b': { version: '1.0.0', dev: true, optional: true },
      'node_modules/weak': { version: '1.0.0', integrity: 'sha1-x' },
      'node_modules/git': { resolved: 'git+ssh://git@github.com/a/b.git', integrity },
      'node_modules/@biomejs/cli-linux-x64': { ...tool, os: ['linux'], cpu: ['x64'] },
      'node_modules/@oxlint/binding-darwin-x64': { os: ['darwin'], cpu: ['x64'], optional: true },
    }
    assert.equal(findLockFaults(planted).length, Object.keys(planted).length)
    const fine: Record<string, LockEntry> = {
      '': {},
      'node_modules/@task-service/kit': { link: true },
      'node_modules/c': { version: '1.0.0', integrity },
      'node_modules/@biomejs/cli-darwin-x64': { ...tool, os: ['darwin'], cpu: ['x64'] },
    }
    assert.deepEqual(findLockFaults(fine), [])
  })
})

describe('container images', () => {
  test('are pinned by digest, or listed as an exception', () => {
    // Charts have the names of our images in parts, which tests/deploy/charts.test.ts compares with the release.
    const files = listFiles('*Dockerfile', 'deploy/**/*.yaml', 'deploy/*.yaml').filter(
      (file) => !file.startsWith('deploy/helm/task-'),
    )
    assert.ok(files.includes('deploy/helm/examples/two-cells/ingress.yaml'))
    assert.ok(files.includes('Dockerfile') && files.includes('deploy/compose.yaml'))
    const faults = files.flatMap((file) =>
      findImageFaults(read(file)).map((fault) => `${file}: ${fault}`),
    )
    assert.deepEqual(faults, [])
  })

  test('control: a tag, a short name and a moving tag are seen', () => {
    const digest = `@sha256:${'a'.repeat(64)}`
    const text = [
      'FROM docker.io/library/node:26-bookworm-slim AS build',
      'FROM build',
      `FROM docker.io/library/debian:12${digest}`,
      'FROM node:26',
      'FROM docker.io/library/node:latest AS other',
      '    image: docker.io/library/redis:8',
      '    image: ${TASK_SERVICE_IMAGE:-ghcr.io/task-service/task-service:0.1.0}',
    ].join('\n')
    assert.deepEqual(
      findImageFaults(text).map((fault) => fault.split(': ')[0]),
      ['node:26', 'docker.io/library/node:latest', 'docker.io/library/redis:8'],
    )
  })
})
