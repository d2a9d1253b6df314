// Verifies the first ten minutes: the README and the guide are followed word for word in a fresh copy of the project, by
// someone with an empty home directory and an empty database.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '../../tests/harness/cluster.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { shellCommands } from '../../tests/harness/documents/shell-commands.ts'
import { atMost, type Criterion, none } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'
import { findDeadScreens, SCREENS } from './screens.ts'
import { openTerminal, type Terminal, waitFor } from './terminal.ts'

const root = join(import.meta.dirname, '../..')
const README = join(root, 'README.md')
const GUIDE = join(root, 'docs/guide/getting-started.md')
const README_URL = 'postgres://user:password@localhost:5432/tasks'
const DASHBOARD = 'http://localhost:8001'
/** They keep running: each gets a terminal of its own. */
const RUNS_ON = /^npm (start|run -s task-service -- demo)$/
const MAX_COMMANDS = 4
/** A person reads what `listen` printed before typing the next command; it has connected by then. */
const READING_MS = 2_000

/** Seconds from the first command. */
const LIMITS = {
  'first task': 180,
  'demo on every screen': 240,
  'first webhook': 300,
  'first agent loop': 420,
  'first integration synced': 600,
} as const
type Milestone = keyof typeof LIMITS

/** What a machine says about its network: without it npm waits for registries that cannot be reached from here. */
const NETWORK = /^(NPM_CONFIG_.*|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/i

/** The files that a clone would have. */
function copyProject(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

function newcomer(home: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => name === 'PATH' || NETWORK.test(name))
  return { ...Object.fromEntries(kept), HOME: home }
}

type Walk = {
  open: () => Terminal
  main: Terminal
  log: (line: string) => void
  reach: (milestone: Milestone) => void
  databaseUrl: string
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'installs all packages in a fresh copy and follows every step of the guide, which takes minutes; tests run the steps on a service that is there',
  budgetSeconds: 600,
  mutex: 'port 8001',
  covers: [
    'README.md',
    'docs/guide/getting-started.md',
    'package.json',
    'server/src/commands',
    'cli/src',
    'examples',
  ],
  report: 'first-ten-minutes',
  claim: `the commands of the README and of Getting started, word for word in a fresh copy with an empty home directory: the first task after ${LIMITS['first task']} s and ${MAX_COMMANDS} commands, the demo on every screen after ${LIMITS['demo on every screen']} s, the first webhook after ${LIMITS['first webhook']} s, the first agent loop after ${LIMITS['first agent loop']} s, and the first integration synced after ${LIMITS['first integration synced']} s at most, counted from the first command`,
  hasControl: false,
  async prove({ log }) {
    const cluster = await startCluster({ version: 'any' })
    const place = mkdtempSync(join(tmpdir(), 'ten-minutes-'))
    const [folder, home] = [join(place, 'task-service'), join(place, 'home')]
    mkdirSync(home)
    copyProject(folder)
    const terminals: Terminal[] = []
    const reached = new Map<Milestone, number>()
    try {
      const database = await emptyDatabase({ cluster })
      const open = () => {
        const terminal = openTerminal(folder, newcomer(home))
        terminals.push(terminal)
        return terminal
      }
      const startedMs = performance.now()
      const reach = (milestone: Milestone) => {
        const seconds = (performance.now() - startedMs) / 1_000
        reached.set(milestone, seconds)
        log(`${milestone} after ${seconds.toFixed(1)} s`)
      }
      const walk = { open, main: open(), log, reach, databaseUrl: database.url }
      const { commands, dead } = await followReadme(walk)
      await followGuide(walk)
      for (const screen of dead) log(`  nothing on: ${screen}`)
      return verdict(reached, commands, dead.length)
    } catch (error) {
      for (const terminal of terminals) log(terminal.output().slice(-1_500))
      throw error
    } finally {
      for (const terminal of terminals.toReversed()) await terminal.close()
      await cluster.stop()
      rmSync(place, { recursive: true, force: true })
    }
  },
}

function verdict(reached: ReadonlyMap<Milestone, number>, commands: number, dead: number) {
  const times = Object.entries(LIMITS).map(([name, limit]): Criterion => {
    const seconds = reached.get(name as Milestone) ?? Number.POSITIVE_INFINITY // its own keys
    return atMost(name, Number(seconds.toFixed(1)), limit, 's')
  })
  const figures = [...reached].map(([name, seconds]) => `${name} ${seconds.toFixed(0)} s`)
  return {
    figures: [`${commands} commands`, ...figures, `${SCREENS.length} screens`].join(', '),
    criteria: [
      ...times,
      atMost('commands to the first task', commands, MAX_COMMANDS),
      none('screens of the demo without content', dead),
    ],
  }
}

/** Up to the demo. */
async function followReadme(walk: Walk): Promise<{ commands: number; dead: string[] }> {
  const { main, log, open, reach } = walk
  let commands = 0
  let firstTask = 0
  let dead: string[] = []
  for (const command of shellCommands(README, 'Quickstart')) {
    log(`$ ${command}`)
    commands++
    const line = command.replace(README_URL, walk.databaseUrl)
    if (!RUNS_ON.test(line)) {
      if (line.startsWith('curl')) {
        await createFirst(main, line)
        reach('first task')
        firstTask = commands
      } else log((await main.run(line)).trim())
      continue
    }
    const terminal = open()
    terminal.start(line)
    if (line === 'npm start') continue
    dead = await watchDemo(terminal, log)
    reach('demo on every screen')
  }
  return { commands: firstTask, dead }
}

/** A person sends it again until the service has started. */
async function createFirst(main: Terminal, line: string): Promise<void> {
  await waitFor(async () => {
    const printed = await main.run(line.replace('curl ', 'curl -sS ')).catch(() => '')
    return /"id":"tsk_/.test(printed)
  }, 'the first task')
}

async function watchDemo(terminal: Terminal, log: (line: string) => void): Promise<string[]> {
  const read = (name: string) => new RegExp(`^ +${name}: +(\\S+)`, 'm').exec(terminal.output())?.[1]
  await waitFor(() => read('Tracker'), 'the demo is filled')
  log(
    terminal
      .output()
      .replace(/(Password: +)\S+/, '$1…')
      .trim(),
  )
  const signIn = { username: read('Username') ?? '', password: read('Password') ?? '' }
  let dead: string[] = []
  // Write-backs and deliveries take some seconds.
  for (const end = performance.now() + 60_000; performance.now() < end; ) {
    dead = await findDeadScreens(DASHBOARD, signIn)
    if (dead.length === 0) return dead
  }
  return dead
}

const creates = (command: string): boolean => command.startsWith('npx tasks create')
const lists = (command: string): boolean => command.startsWith('npx tasks list')

/** From the variables on; the service and the demo are running. */
async function followGuide({ main, log, reach }: Walk): Promise<void> {
  const type = async (heading: string, filter = (_command: string) => true) => {
    let printed = ''
    for (const command of shellCommands(GUIDE, heading).filter(filter)) {
      log(`$ ${command}`)
      printed += await main.run(command)
    }
    return printed
  }
  await type('2. Set the URL and the API key')
  await type('3. Create and start a task')
  await type('5. Receive a webhook', (command) => !creates(command))
  await waitFor(() => /Forwarding events/.test(main.output()), 'listen forwards events')
  await sleep(READING_MS)
  await type('5. Receive a webhook', creates)
  await waitFor(() => /^task\.created evt_/m.test(main.output()), 'the receiver has printed it')
  reach('first webhook')
  await main.run('kill %1 %2')
  await type('6. Read the event feed')
  await type('7. Let an agent work', (command) => !lists(command))
  await waitFor(
    async () => (await type('7. Let an agent work', lists)).includes('Refund order 1881'),
    'the worker has completed it',
  )
  reach('first agent loop')
  const synced = await type('8. Sync an integration')
  log(synced.trim().split('\n').slice(-3).join('\n'))
  const found = await main.run('npx tasks list --search "Scanner loses"')
  if (!found.includes('Scanner loses its connection')) throw new Error(`not imported: ${found}`)
  reach('first integration synced')
}
