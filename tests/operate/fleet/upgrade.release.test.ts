// `fleet upgrade` as a process, on cells with databases and processes of their own: it stops at the canary, continues after it was
// killed, and leaves out what is done.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { after, before, test } from 'node:test'
import { VERSION } from '../../../server/src/app/version.ts'
import { childEnv } from '../../harness/child-env.ts'
import { LEVEL } from '../../harness/migration/next-migration.ts'
import { guideBlock } from '../../harness/network/cell-proxy.ts'
import { MAIN } from '../../harness/service.ts'
import type { Outcome } from '../run-command.ts'
import { PREVIOUS_VERSION } from './previous-main.ts'
import { startUpgradeLab, type UpgradeLab } from './upgrade-lab.ts'

const NAMES = ['canary', 'second', 'third']

let lab: UpgradeLab

before(async () => {
  lab = await startUpgradeLab(NAMES)
})

after(() => lab.stop())

const args = (more = '') =>
  `fleet upgrade --env-dir ${lab.envDir} --run ${lab.program} --canary canary --wave-size 1 --soak 2s --timeout 60s ${more}`.trim()

const upgrade = (more = '', code = 0): Promise<Outcome> => lab.run(args(more), { code })

/** Level and version of each cell. */
const states = () =>
  Promise.all(
    Object.values(lab.cells).map(async (cell) => [await cell.level(), await cell.version()]),
  )

const OLD = [LEVEL - 1, PREVIOUS_VERSION]
const NEW = [LEVEL, VERSION]

const UPGRADE_BLOCK = 4

/** As the guide writes it, for the cells of this test. */
function guideCommand(option: string): string {
  const line = guideBlock('sh', UPGRADE_BLOCK)
    .split('\n')
    .find((one) => one.includes(option))
  assert.ok(line, `the guide has no command with ${option}`)
  return line
    .replace('task-service ', '')
    .replace('/etc/task-service/cells', lab.envDir)
    .replace('/usr/local/bin/replace-cell', lab.program)
    .replace('eu-1', 'canary')
}

const stepsOf = (outcome: Outcome) =>
  (outcome.json()['cells'] as { cell: string; step: string }[]).map(
    ({ cell, step }) => `${cell} ${step}`,
  )

test('a dry run shows waves and migrations, and changes nothing', async () => {
  const plan = await lab.run(`${guideCommand('--dry-run')} --json`)
  const cells = plan.json()['cells'] as { cell: string; wave: number; pending: string[] }[]
  assert.deepEqual(
    cells.map(({ cell, wave, pending }) => [cell, wave, pending.length]),
    [
      ['canary', 1, 1],
      ['second', 2, 1],
      ['third', 2, 1],
    ],
  )
  assert.deepEqual(await states(), [OLD, OLD, OLD])
  assert.match((await lab.run('fleet status')).stdout, /3 cells/)
})

test('mistakes are named before anything is changed', async () => {
  const fails = async (command: string, code: number, message: RegExp) =>
    assert.match((await lab.run(command, { code })).stderr, message)
  await fails('fleet upgrade', 2, /--env-dir/)
  await fails('fleet upgrade --abandon', 6, /No upgrade is open/)
  await fails(args('--canary nowhere'), 6, /"nowhere" does not exist.*cell list/)
  await fails(args('--wave-size 0'), 2, /--wave-size must be a number from 1 to 100/)
  await fails(args('--soak soon'), 2, /--soak must be/)
  await fails(args().replace(lab.envDir, lab.folder), 3, /canary\.env cannot be read/)
  assert.deepEqual(await states(), [OLD, OLD, OLD])
})

test('if the canary fails, no other cell is changed', async () => {
  lab.refuse.add('canary')
  const outcome = await upgrade('--json', 7)
  assert.deepEqual(stepsOf(outcome), ['canary failed', 'second pending', 'third pending'])
  assert.match(outcome.stdout, /replace-cell returned exit code 1/)
  assert.deepEqual(await states(), [[LEVEL, PREVIOUS_VERSION], OLD, OLD])
  const status = await lab.run('fleet status')
  assert.match(status.stdout, /Upgrade to \S+: failed, 0 of 3 cells/)
  lab.refuse.clear()
})

test('a cell whose processes are not healthy is not touched', async () => {
  const { service } = lab.cells['second'] ?? assert.fail()
  service.process.kill('SIGSTOP')
  const outcome = await upgrade('--json', 7)
  service.process.kill('SIGCONT')
  assert.deepEqual(stepsOf(outcome), ['canary done', 'second pending', 'third pending'])
  assert.match(outcome.stdout, /not healthy before the upgrade, so nothing was changed/)
  assert.deepEqual(await states(), [NEW, OLD, OLD])
})

test('killed in the middle of a cell, it continues there', async () => {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  lab.onReplace = async () => {
    reach()
    await held
  }
  const child = spawn(process.execPath, [MAIN, ...args().split(' ')], {
    env: childEnv({ SERVICE_ACP_DIRECTORY_URL: lab.directoryUrl }),
    stdio: 'ignore',
  })
  const exited = once(child, 'exit')
  await reached
  assert.match((await upgrade('', 6)).stderr, /Another fleet upgrade is running/)
  child.kill('SIGKILL')
  await exited
  lab.onReplace = async () => undefined
  lab.refuse.add('second')
  release()
  const status = (await lab.run('fleet status --json')).json()
  const { cells } = status['upgrade'] as { cells: { cell: string; step: string }[] }
  assert.equal(cells.find(({ cell }) => cell === 'second')?.step, 'replacing')
  assert.deepEqual(await states(), [NEW, [LEVEL, PREVIOUS_VERSION], OLD])
  lab.refuse.clear()
  lab.replaced.length = 0
  assert.deepEqual(stepsOf(await upgrade('--json')), ['canary done', 'second done', 'third done'])
  assert.deepEqual(lab.replaced, ['second', 'third'], 'the canary is left out')
  assert.deepEqual(await states(), [NEW, NEW, NEW])
})

test('cells that are up to date are skipped', async () => {
  lab.replaced.length = 0
  const outcome = await upgrade('--json')
  assert.deepEqual(stepsOf(outcome), ['canary skipped', 'second skipped', 'third skipped'])
  assert.deepEqual(lab.replaced, [])
})
