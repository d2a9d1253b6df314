// Every command with --json and without, in a pipe; every exit code; and the committed help.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandSpecs } from '../../cli/src/tables/command-specs.ts'
import { startTasks } from '../../tests/harness/cli/tasks-program.ts'
import { type Case, cases, failures } from './cases.ts'
import { isJson, isSafe } from './judge-output.ts'
import type { Stage } from './stage.ts'

const PARALLEL = 3
/** Checked on their own. */
const ELSEWHERE = ['login', 'profile remove']

export async function inParallel<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R[]>,
): Promise<R[]> {
  const results: R[] = []
  const left = items.values()
  const lane = async (): Promise<void> => {
    for (const item of left) results.push(...(await work(item)))
  }
  await Promise.all(Array.from({ length: PARALLEL }, lane))
  return results
}

/** The page that `npm run gen` writes shows what the program prints. */
export async function checkHelp({ run }: Stage): Promise<string[]> {
  const page = readFileSync(join(import.meta.dirname, '../../docs/reference/cli.md'), 'utf8')
  return inParallel(commandSpecs, async ({ name }) => {
    const { code, stdout } = await run([...name.split(' '), '--help'])
    const shown = page.includes(`\`\`\`text\n${stdout.trimEnd()}\n\`\`\``)
    return code === 0 && shown ? [] : [`tasks ${name} --help is not as committed`]
  })
}

export function findUnchecked(): string[] {
  const checked = new Set([...cases.map(({ name }) => name), ...ELSEWHERE])
  return commandSpecs.filter(({ name }) => !checked.has(name)).map(({ name }) => name)
}

export const checkCases = (stage: Stage): Promise<string[]> =>
  inParallel(cases, async (one) => [
    ...(await checkText(stage, one)),
    ...(await checkJson(stage, one)),
  ])

async function runCase(stage: Stage, { args, stdin, env, until }: Case, ...more: string[]) {
  const words = [...(await args(stage)), ...more]
  if (until === undefined) return stage.run(words, stdin, env)
  const program = startTasks(words, {
    env: { ...stage.env, ...env },
    cwd: stage.folder,
    program: stage.program,
  })
  await program.untilPrinted(until)
  program.process.kill('SIGINT')
  const ended = await program.ended
  stage.printed.push(ended.stdout, ended.stderr)
  return ended
}

const exitOf = ({ until }: Case): number => (until === undefined ? 0 : 130)

async function checkText(stage: Stage, one: Case): Promise<string[]> {
  const { code, stdout, stderr } = await runCase(stage, one)
  const faults: string[] = []
  if (code !== exitOf(one)) faults.push(`exit code ${code}: ${stderr}`)
  if (stdout.trim() === '') faults.push('nothing on standard output')
  if (!isSafe(stdout) || !isSafe(stderr)) faults.push('prints what a terminal acts on')
  return faults.map((fault) => `tasks ${one.name}: ${fault}`)
}

async function checkJson(stage: Stage, one: Case): Promise<string[]> {
  const kind = commandSpecs.find(({ name }) => name === one.name)?.json
  if (kind === undefined) return []
  const { code, stdout, stderr } = await runCase(stage, one, '--json')
  const faults: string[] = []
  if (code !== exitOf(one)) faults.push(`exit code ${code}: ${stderr}`)
  if (!isJson(stdout, kind)) faults.push(`not JSON: ${stdout.slice(0, 200)}`)
  if (!isSafe(stdout)) faults.push('prints what a terminal acts on')
  return faults.map((fault) => `tasks ${one.name} --json: ${fault}`)
}

type ErrorDocument = { error?: { exit?: string; message?: string } }

export const checkFailures = (stage: Stage): Promise<string[]> =>
  inParallel(failures(stage), async ({ args, exit, env, says }) => {
    const text = await stage.run(args, undefined, env)
    const json = await stage.run([...args, '--json'], undefined, env)
    const faults: string[] = []
    if (text.code !== exit) faults.push(`exit code ${text.code}, not ${exit}: ${text.stderr}`)
    if (!says.test(text.stderr)) faults.push(`does not say ${says}: ${text.stderr}`)
    const hasDocument = isJson(json.stderr, 'document') && json.stdout === ''
    const document = hasDocument ? (JSON.parse(json.stderr) as ErrorDocument) : {} // checked next
    if (json.code !== exit || document.error?.message === undefined) {
      faults.push(`--json: exit code ${json.code}: ${json.stderr}`)
    }
    return faults.map((fault) => `tasks ${args.join(' ')}: ${fault}`)
  })
