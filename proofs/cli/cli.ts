// Verifies the command line `tasks` against a service: every command, its help, its JSON, its exit codes and what it must
// never print.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { commandSpecs } from '../../cli/src/tables/command-specs.ts'
import { runTasks } from '../../tests/harness/cli/tasks-program.ts'
import { none } from '../../tools/programs/criteria.ts'
import type { Proof, Verdict } from '../../tools/programs/proof.ts'
import { checkCases, checkFailures, checkHelp, findUnchecked } from './check-commands.ts'
import { checkListen } from './check-listen.ts'
import { checkTerminal } from './check-terminal.ts'
import { checkTransfer } from './check-transfer.ts'
import { fillStage, openStage, type Stage } from './stage.ts'

const root = join(import.meta.dirname, '../..')

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'starts more than 150 processes, which takes minutes; `tests/cli` runs the main commands on every change',
  budgetSeconds: 180,
  covers: ['cli', 'sdk', 'tools/pack-cli.ts', 'docs/reference/cli.md'],
  report: 'first-ten-minutes',
  claim:
    'every command prints its committed help, valid JSON with --json and its exit code, in a pipe and on a terminal; keys and escape sequences in data are never printed; forwarded events are verified by the SDK; an interrupted import continues without duplicates in constant memory; the packed program works',
  hasControl: true,
  async prove({ full, control, log }): Promise<Verdict> {
    const stage = await openStage(control)
    const found = new Map<string, string[]>()
    const check = async (name: string, faults: Promise<string[]> | string[]): Promise<void> => {
      const startedMs = performance.now()
      found.set(name, await faults)
      log(
        `${name}: ${found.get(name)?.length} faults, ${Math.round(performance.now() - startedMs)} ms`,
      )
      for (const fault of found.get(name) ?? []) log(`  ${fault}`)
    }
    try {
      await fillStage(stage)
      await saveProfile(stage)
      await check('commands without a check', findUnchecked())
      // The control needs no help to show that hostile text is noticed.
      if (!control) await check('help', checkHelp(stage))
      await check('commands', checkCases(stage))
      await check('exit codes', checkFailures(stage))
      await check('terminal', checkTerminal(stage))
      await check('listen', checkListen(stage))
      if (!control) await check('import and export', checkTransfer(stage, full))
      if (!control) await check('package', checkPackage(stage))
      await check('keys in the output', findKeys(stage))
    } finally {
      await stage.stop()
    }
    const criteria = [...found].map(([name, faults]) => none(`faults of ${name}`, faults.length))
    const faults = [...found.values()].flat().length
    const figures = `${commandSpecs.length} commands, ${stage.printed.length} outputs, ${faults} faults`
    return { figures, criteria }
  },
}

/** From standard input, as a script would. */
async function saveProfile(stage: Stage): Promise<void> {
  const args = ['login', '--profile', 'saved', '--json']
  const { code, stderr } = await stage.run(args, `${stage.service.apiKey}\n`)
  if (code !== 0) throw new Error(`login: ${stderr}`)
}

function findKeys({ printed, service, folder }: Stage): string[] {
  const { apiKey, log } = service
  const state = join(folder, '.local/state/task-service')
  const places = {
    'the output of a command': printed.join('\n'),
    'the log of the service': JSON.stringify(log),
    'a state file': readdirSync(state, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
      .join('\n'),
  }
  return Object.entries(places).flatMap(([place, text]) =>
    text.includes(apiKey) ? [`the API key is in ${place}`] : [],
  )
}

/** As npm would install it, with the dependencies of this checkout. */
async function checkPackage({ folder, env }: Stage): Promise<string[]> {
  const place = mkdtempSync(join(folder, 'packed-'))
  const node = process.execPath
  const pack = [join(root, 'tools/pack-cli.ts'), place]
  const file = execFileSync(node, pack, { cwd: root, encoding: 'utf8' }).trim()
  execFileSync('tar', ['xzf', file, '-C', place])
  symlinkSync(join(root, 'node_modules'), join(place, 'node_modules'))
  const program = join(place, 'package/dist/main.js')
  const faults: string[] = []
  for (const args of [
    ['--version'],
    ['list', '--json'],
    ['events', 'tail', '--after', 'start', '-n', '1'],
  ]) {
    const { code, stderr } = await runTasks(args, { env, program })
    if (code !== 0) faults.push(`packed: tasks ${args.join(' ')}: ${stderr}`)
  }
  return faults
}
