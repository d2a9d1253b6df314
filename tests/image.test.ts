// The image and the compositions name the same versions everywhere: what is built is what is started.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { EDGE_IMAGE, IMAGE } from './harness/containers/image.ts'

const root = join(import.meta.dirname, '..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { version } = JSON.parse(read('server/package.json')) as { version: string } // our own file

test('every name of our image carries the version of the program', () => {
  assert.equal(IMAGE, `ghcr.io/task-service/task-service:${version}`)
  for (const file of ['Dockerfile', 'deploy/compose.yaml', 'deploy/README.md']) {
    const names = read(file).match(/ghcr\.io\/task-service\/task-service:[\w.]+/g) ?? []
    assert.ok(names.length > 0, file)
    assert.deepEqual(new Set(names), new Set([IMAGE]), file)
  }
  assert.match(
    read('Dockerfile'),
    new RegExp(`^ARG VERSION=${version.replaceAll('.', '\\.')}$`, 'm'),
  )
})

test('so does every name of the image of the connector', () => {
  const { version: edgeVersion } = JSON.parse(read('edge/package.json')) as { version: string } // our own file
  assert.equal(EDGE_IMAGE, `ghcr.io/task-service/edge:${edgeVersion}`)
  for (const file of [
    'edge/Dockerfile',
    'deploy/compose.edge.yaml',
    'docs/guide/edge-connector.md',
    'dashboard/src/features/connectors/add/start-command.ts',
  ]) {
    const names = read(file).match(/ghcr\.io\/task-service\/edge:[\w.]+/g) ?? []
    assert.ok(names.length > 0, file)
    assert.deepEqual(new Set(names), new Set([EDGE_IMAGE]), file)
  }
})

test('images of others are pinned, and those the engine tool stands in for', () => {
  const files = [
    'Dockerfile',
    'edge/Dockerfile',
    'deploy/compose.yaml',
    'deploy/compose.caddy.yaml',
  ]
  const named = files.flatMap((file) => read(file).match(/docker\.io\/[\w./:-]+/g) ?? [])
  const tool = read('tools/container-engine')
  assert.ok(named.length >= 3)
  for (const image of named) {
    assert.match(image, /:\d+[\w.-]*$/, `${image} has no version`)
    assert.ok(tool.includes(`=${image}\n`), `tools/container-engine does not know ${image}`)
  }
})

test('the image runs on the Node.js that the project is tested with', () => {
  const major = read('.node-version').trim()
  assert.match(read('Dockerfile'), new RegExp(`node:${major}-bookworm-slim`))
})

test('nothing in deploy/ has a value for a secret', () => {
  for (const file of ['compose.yaml', 'compose.caddy.yaml', 'compose.single.yaml']) {
    const secrets = read(`deploy/${file}`).match(/^.*(?:PASSWORD|_KEY|DATABASE_URL): .*$/gm) ?? []
    for (const line of secrets) assert.match(line, /: (?:""|\$\{\w+:\?[^}]+\})$/, line)
  }
})
