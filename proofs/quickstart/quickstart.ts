// Verifies the quickstart of the README, word for word, in a fresh copy of the project.
import { execFileSync, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startCluster } from '../../tests/harness/cluster.ts'
import { emptyDatabase } from '../../tests/harness/database.ts'
import { shellCommands } from '../../tests/harness/documents/shell-commands.ts'
import { atMost, isTrue } from '../../tools/programs/criteria.ts'
import type { Proof } from '../../tools/programs/proof.ts'

const root = join(import.meta.dirname, '../..')
const MAX_COMMANDS = 4
const README_URL = 'postgres://user:password@localhost:5432/tasks'

/** As the README says where it is and who opens it. */
const DASHBOARD = `curl -sS -u "admin:$(sed -n 's/^SERVICE_ACP_UI_PASSWORD=//p' .env)" localhost:8001/ui/`

/** The files that a clone of this folder would have. */
function copyProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quickstart-'))
  const listed = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter(Boolean)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  return folder
}

/** What a machine says about its network: without it npm waits for registries that cannot be reached from here. */
const NETWORK = /^(NPM_CONFIG_.*|NODE_EXTRA_CA_CERTS|(HTTPS?|NO)_PROXY|(https?|no)_proxy)$/

/** A newcomer's shell: nothing of the service in its environment. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => name === 'PATH' || name === 'HOME' || NETWORK.test(name),
  ),
)

function runShell(command: string, cwd: string): string {
  return execFileSync('bash', ['-ce', command], { cwd, env, encoding: 'utf8' })
}

async function retryUntilServed(command: string, cwd: string): Promise<string> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      const answer = runShell(command, cwd)
      // A process that is still warming up on a busy machine says 503; a person tries again.
      if (!answer.includes('"status":503')) return answer
    } catch {
      // Not listening yet.
    }
    await new Promise((resume) => setTimeout(resume, 200))
  }
  throw new Error(`never answered: ${command}`)
}

export const proof: Proof = {
  tier: 'release',
  tierReason:
    '`.ci/run` installs and builds the same way, and `interface` starts the service with `npm start` on every change',
  budgetSeconds: 120,
  mutex: 'port 8001',
  report: 'foundation',
  covers: ['README.md', 'package.json', 'server/src/commands'],
  claim: `the commands of the README lead to the first task and the dashboard in at most ${MAX_COMMANDS} commands`,
  hasControl: false,
  async prove({ log }) {
    const commands = shellCommands(join(root, 'README.md'), 'Quickstart')
    const cluster = await startCluster({ version: 'any' })
    const database = await emptyDatabase({ cluster })
    const folder = copyProject()
    let server: ReturnType<typeof spawn> | undefined
    const started = performance.now()
    try {
      let answer = ''
      for (const command of commands) {
        const line = command.replace(README_URL, database.url)
        log(`$ ${command}`)
        if (command === 'npm start') {
          server = spawn('bash', ['-c', line], {
            cwd: folder,
            env,
            stdio: 'ignore',
            detached: true,
          })
        } else if (command.startsWith('curl')) {
          answer = await retryUntilServed(line.replace('curl ', 'curl -sS '), folder)
          log(answer)
        } else runShell(line, folder)
      }
      const task = JSON.parse(answer) as { id?: string; title?: string }
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      const hasDashboard = runShell(DASHBOARD, folder).includes('id="root"')
      log(`the dashboard is ${hasDashboard ? 'there' : 'missing'}`)
      return {
        figures: `${commands.length} commands, first task after ${seconds} s`,
        criteria: [
          atMost('commands', commands.length, MAX_COMMANDS),
          isTrue('creation of the first task', task.id?.startsWith('tsk_') === true),
          isTrue('delivery of the dashboard page', hasDashboard),
        ],
      }
    } finally {
      if (server?.pid) process.kill(-server.pid, 'SIGTERM')
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
