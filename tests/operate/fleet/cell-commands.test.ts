// `directory`, `cell` and `fleet` as an operator runs them, beginning with the commands of docs/guide/cells.md.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { guideBlock } from '../../harness/network/cell-proxy.ts'
import { runCommand } from '../run-command.ts'
import { type FleetLab, startFleetLab } from './fleet-lab.ts'

let lab: FleetLab

before(async () => {
  lab = await startFleetLab()
})

after(() => lab.stop())

/** Words of a command, as a shell would divide it. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')

test('the commands of the guide make a directory with two cells, and the files of HAProxy', async () => {
  const lines = guideBlock('sh').replaceAll('/etc/haproxy', lab.folder).split('\n')
  const env = { SERVICE_ACP_DIRECTORY_URL: lab.directoryUrl, SERVICE_ACP_HOST: 'tasks.example.com' }
  for (const line of lines.filter((each) => each.startsWith('task-service '))) {
    const { code, stderr } = await runCommand(words(line).slice(1), env)
    assert.equal(code, 0, `${line}\n${stderr}`)
  }
  const cells = readFileSync(join(lab.folder, 'cells.cfg'), 'utf8')
  assert.match(cells, /backend eu-1\n(?: .*\n)* {2}server eu-1-2 10\.0\.0\.12:8001\n/)
  const map = readFileSync(join(lab.folder, 'hosts.map'), 'utf8')
  assert.match(map, /^# .*\ndirectory:revision 0\n$/)
})

test('cell list, show, update and remove', async () => {
  assert.match((await lab.run('cell list')).stdout, /^eu-1 +active +0 +10\.0\.0\.11:8001,10/m)
  assert.equal((await lab.run('cell show eu-1 --json')).json()['note'], 'up to 10,000 tenants')
  await lab.run('cell update eu-2 --status draining --backend 10.0.9.9:80 --note full')
  const shown = (await lab.run('cell show eu-2')).stdout
  assert.match(shown, /^status +draining$/m)
  assert.match(shown, /^backends +10\.0\.9\.9:80$/m)
  await lab.run('cell remove eu-2')
  const status = (await lab.run('fleet status --json')).json()
  assert.deepEqual([status['tenants'], (status['cells'] as unknown[]).length], [0, 1])
})

test('mistakes are named', async () => {
  const fails = async (args: string, code: number, message: RegExp, env = {}) =>
    assert.match((await lab.run(args, { code, env })).stderr, message)
  await fails('cell add eu-1 --backend a:1', 6, /already exists.*cell update eu-1/)
  await fails('cell add EU --backend a:1', 2, /not a valid cell name/)
  await fails('cell add eu-4 --backend nowhere', 2, /host:port/)
  await fails('cell add eu-4', 2, /--backend/)
  await fails('cell update eu-1 --status gone', 2, /active, draining, closed/)
  await fails('cell show eu-9', 6, /cell list/)
  await fails('cell list', 3, /SERVICE_ACP_DIRECTORY_URL is not set/, {
    SERVICE_ACP_DIRECTORY_URL: '',
  })
  const map = `cell map --format haproxy --out ${join(lab.folder, 'x')}`
  await fails(map, 3, /SERVICE_ACP_HOST is not set/, { SERVICE_ACP_HOST: '' })
})

test('a database without a directory is named, with the command that makes one', async () => {
  const other = new URL(lab.directoryUrl)
  other.pathname = '/postgres'
  const env = { SERVICE_ACP_DIRECTORY_URL: other.href }
  assert.match((await lab.run('cell list', { code: 5, env })).stderr, /directory migrate/)
})
