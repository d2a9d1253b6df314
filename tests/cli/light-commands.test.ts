// A command line is started all the time: help, usage errors and completions load neither the SDK nor other commands.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runTasks } from '../harness/cli/tasks-program.ts'

const PRINT = `--import=${import.meta.resolve('../operate/print-modules.ts')}`
/** Of the program itself and of commander. */
const MODULES_MAX = 45

async function modulesOf(...args: string[]): Promise<string[]> {
  const env = { NODE_OPTIONS: PRINT, HOME: '/nonexistent', TASKS_URL: 'http://127.0.0.1:1' }
  const { stderr } = await runTasks(args, { env: { ...env, TASKS_KEY: 'none' } })
  return stderr.split('\n').filter((line) => line.startsWith('loaded file:'))
}

for (const command of ['--version', 'list --help', 'lst', 'webhooks']) {
  test(`tasks ${command} loads neither the SDK nor a command`, async () => {
    const modules = await modulesOf(...command.split(' '))
    assert.ok(modules.length > 10, 'no modules were printed')
    assert.ok(modules.length <= MODULES_MAX, `${modules.length} modules:\n${modules.join('\n')}`)
    assert.deepEqual(
      modules.filter((line) => /\/sdk\/|\/cli\/src\/commands\//.test(line)),
      [],
    )
  })
}

test('a command loads itself and the SDK, and no other command', async () => {
  const modules = await modulesOf('list')
  assert.ok(modules.some((line) => line.includes('/sdk/src/index.ts')))
  assert.ok(modules.some((line) => line.includes('/cli/src/commands/tasks/list.ts')))
  const others = /\/commands\/(?!tasks\/(list|task-query|task-view|read-time)\.ts)/
  assert.deepEqual(
    modules.filter((line) => line.includes('/cli/') && others.test(line)),
    [],
  )
})
