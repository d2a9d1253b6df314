// A process of a built-in integration serves several tenants in turn. After each call nothing of it may remain in the memory
// of the process; a heap snapshot shows everything that code could still reach.
import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { makeTemporaryFolder } from '../../../../tests/harness/agent/temporary-folder.ts'
import { placeOf } from '../../../../tests/harness/agent/test-host.ts'
import { until } from '../../../../tests/operate/until.ts'
import { listBuiltIn } from '../catalog/built-in.ts'
import { defaultHostLimits } from '../limits.ts'
import type { Method } from '../process/messages.ts'
import { type PluginPlace, permissionFlags } from '../process/plugin-process.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const kit = fileURLToPath(import.meta.resolve('@task-service/kit'))
const CANARY = 'canary-of-one-tenant'

type Line = { type: string; id: number }

/** A plugin process that writes a heap snapshot into a folder on a signal. */
function startProcess(t: TestContext, place: PluginPlace, folder: string) {
  const flags = [
    ...permissionFlags(place, defaultHostLimits),
    `--allow-fs-write=${folder}/*`,
    '--heapsnapshot-signal=SIGUSR2',
    `--diagnostic-dir=${folder}`,
  ]
  const entry = `${root}server/src/agent/child/entry.ts`
  const child = spawn(process.execPath, [...flags, entry], {
    env: {},
    cwd: folder,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  t.after(() => child.kill('SIGKILL'))
  const lines: Line[] = []
  const send = (message: object) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line) as Line // our own program wrote it
    if (message.type === 'request') {
      const response = { status: 200, headers: { 'x-canary': CANARY }, body: vendorBody }
      send({ type: 'answer', id: message.id, response })
    } else lines.push({ type: message.type, id: message.id })
  })
  const packages = { ...place.packages, '@task-service/kit': kit }
  const urls = Object.entries(packages).map(([name, path]) => [name, pathToFileURL(path).href])
  send({
    type: 'start',
    entry: pathToFileURL(place.entry).href,
    packages: Object.fromEntries(urls),
  })
  return { child, send, lines }
}

const vendorBody = JSON.stringify({ id: 1, login: CANARY, name: CANARY, results: [{ id: CANARY }] })
const config = { url: `https://${CANARY}.example`, project: CANARY, repository: `${CANARY}/x` }
const body = Buffer.from(JSON.stringify({ issue: { id: CANARY, number: 1 } })).toString('base64')
const request = { method: 'POST', url: `https://x/${CANARY}`, headers: { 'x-id': CANARY }, body }

const calls: [method: Method, args: unknown[]][] = [
  ['hosts', []],
  ['testConnection', []],
  ['discover', ['statuses']],
  ['fetchOne', [{ id: CANARY }]],
  ['pull', [null, { limit: 10 }]],
  ['push', [{ kind: 'create', fields: { title: CANARY } }, { marker: CANARY }]],
  ['findByMarker', [CANARY, '2026-01-01T00:00:00Z']],
  ['register', [`https://x/${CANARY}`]],
  ['renew', [CANARY]],
  ['unregister', [CANARY]],
  ['verify', [request]],
  ['parse', [request]],
]

const isWhole = (text: string): boolean => text.trimEnd().endsWith('}')

async function snapshot(child: ChildProcess, folder: string): Promise<string> {
  child.kill('SIGUSR2')
  return await until(
    'the heap is written',
    () => {
      const [name] = readdirSync(folder).filter((each) => each.endsWith('.heapsnapshot'))
      const text = name === undefined ? '' : readFileSync(`${folder}/${name}`, 'utf8')
      return isWhole(text) ? text : undefined
    },
    60_000,
  )
}

async function findResidue(t: TestContext, place: PluginPlace): Promise<boolean> {
  const folder = makeTemporaryFolder(t)
  const { child, send, lines } = startProcess(t, place, folder)
  await until('it is loaded', () => lines.some(({ type }) => type === 'ready'), 60_000)
  for (const [index, [method, args]] of calls.entries()) {
    const id = index + 1
    send({ type: 'call', id, method, args, config })
    const isOver = () => lines.some((line) => line.id === id)
    await until(`${method} is over`, isOver, 60_000)
    send({ type: 'abort', id })
  }
  // Another call, so that the latest line belongs to it.
  send({ type: 'call', id: 99, method: 'hosts', args: [], config: {} })
  await until('the next call is over', () => lines.some(({ id }) => id === 99), 60_000)
  return (await snapshot(child, folder)).includes(CANARY)
}

for (const place of listBuiltIn(`${root}integrations`)) {
  test(`${place.entry.split('/').at(-2)} retains nothing of a call`, async (t) => {
    assert.equal(await findResidue(t, place), false)
  })
}

test('control: an integration that retains data is detected', async (t) => {
  assert.equal(await findResidue(t, placeOf('keeper')), true)
})
