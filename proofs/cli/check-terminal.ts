// On a terminal: the prompt for the key, tables that fit, colors, confirmations, the live list and the progress bar.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { displayWidth } from '../../cli/src/terminal/display-width.ts'
import { runInTerminal, type Step } from '../../tests/harness/cli/pseudo-terminal.ts'
import { isSafe } from './judge-output.ts'
import type { Stage } from './stage.ts'

const COLORS = /\u001b\[\d+m/ // oxlint-disable-line no-control-regex -- escape sequences
const withoutColors = (text: string): string => text.replaceAll(new RegExp(COLORS, 'g'), '')

export async function checkTerminal(stage: Stage): Promise<string[]> {
  const groups = await Promise.all([checkLogin(stage), checkTables(stage), checkQuestions(stage)])
  return [...groups.flat(), ...(await checkLive(stage))]
}

async function inTerminal(
  stage: Stage,
  args: readonly string[],
  more: { env?: Record<string, string>; columns?: number; steps?: Step[] } = {},
) {
  const { env, program } = stage
  const ended = await runInTerminal(args, { ...more, program, env: { ...env, ...more.env } })
  stage.printed.push(ended.screen)
  return ended
}

async function checkLogin(stage: Stage): Promise<string[]> {
  const { service, folder, run } = stage
  const home = join(folder, 'other')
  const env = { HOME: home, TASKS_URL: '', TASKS_KEY: '' }
  const args = ['login', '--url', service.url, '--profile', 'typed']
  const wrong = await inTerminal(stage, args, {
    env,
    steps: [{ after: 'API key', type: 'wrong\r' }],
  })
  const steps = [{ after: 'API key', type: `${service.apiKey}\r` }]
  const right = await inTerminal(stage, args, { env, steps })
  const canceled = await inTerminal(stage, args, {
    env,
    steps: [{ after: 'API key', type: '\u0003' }],
  })
  const list = await run(['list', '--limit', '1'], undefined, env)
  const { mode } = statSync(join(home, '.config/task-service/config.json'))
  const removed = await run(['profile', 'remove', 'typed', '--json'], undefined, env)
  const left = readFileSync(join(home, '.config/task-service/config.json'), 'utf8')
  return [
    wrong.code === 4 ? [] : `a wrong key was accepted: ${wrong.screen}`,
    right.code === 0 && right.screen.includes('tenant default') ? [] : `login: ${right.screen}`,
    canceled.code === 130 ? [] : `Ctrl+C at the prompt: exit code ${canceled.code}`,
    list.code === 0 ? [] : `the profile does not work: ${list.stderr}`,
    (mode & 0o777) === 0o600 ? [] : `config.json has mode ${(mode & 0o777).toString(8)}`,
    removed.code === 0 && !left.includes(service.apiKey)
      ? []
      : 'the key of a removed profile stays',
  ].flat()
}

async function checkTables(stage: Stage): Promise<string[]> {
  const faults: string[] = []
  for (const columns of [40, 80, 200]) {
    const { code, screen } = await inTerminal(stage, ['list', '--all'], { columns })
    const lines = withoutColors(screen).split('\r\n')
    const widest = Math.max(...lines.map(displayWidth))
    if (code !== 0 || widest > columns) faults.push(`list in ${columns} columns is ${widest} wide`)
    if (!COLORS.test(screen)) faults.push('a terminal gets no colors')
    if (!isSafe(screen, true)) faults.push(`list in ${columns} columns sends escape sequences`)
  }
  for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) {
    const { screen } = await inTerminal(stage, ['list'], { env })
    if (COLORS.test(screen)) faults.push(`colors in spite of ${JSON.stringify(env)}`)
  }
  return faults
}

async function checkQuestions(stage: Stage): Promise<string[]> {
  const { number, id } = await stage.newTask()
  const args = ['delete', `T-${number}`]
  const no = await inTerminal(stage, args, { steps: [{ after: '[y/N]', type: 'n\r' }] })
  const isThere = await stage.client.tasks.get(id).then(
    () => true,
    () => false,
  )
  const yes = await inTerminal(stage, args, { steps: [{ after: '[y/N]', type: 'y\r' }] })
  const isGone = await stage.client.tasks.get(id).then(
    () => false,
    () => true,
  )
  return [
    no.code === 130 && isThere ? [] : `a deletion that was not confirmed: ${no.screen}`,
    yes.code === 0 && isGone ? [] : `a deletion that was confirmed: ${yes.screen}`,
    isSafe(no.screen, true) ? [] : 'the question sends escape sequences',
  ].flat()
}

async function checkLive(stage: Stage): Promise<string[]> {
  const steps = [{ after: 'Ctrl+C ends', type: '\u0003' }]
  const watch = await inTerminal(stage, ['watch', '--queue', 'garden'], { steps })
  const sync = await inTerminal(stage, ['integrations', 'sync', 'Tracker', '--full', '--follow'])
  return [
    watch.code === 130 ? [] : `watch: exit code ${watch.code}: ${watch.screen}`,
    watch.screen.endsWith('\u001b[?25h') ? [] : 'watch leaves the cursor hidden',
    isSafe(watch.screen, true) ? [] : 'watch sends escape sequences',
    sync.code === 0 && sync.screen.includes('read') ? [] : `sync: ${sync.screen}`,
  ].flat()
}
