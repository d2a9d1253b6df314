// Every command of the program with its options; each is implemented in its own file.
import { Command, CommanderError } from 'commander'
import { VERSION } from '#app/version.ts'
import { type ExitName, exitCodes, exitOf } from './exit-codes.ts'
import { createOutput, type Output } from './output.ts'
import { WAIT_OPTION } from './wait.ts'

type Options = { json?: boolean } & Record<string, unknown>

type Work = (output: Output, options: Options, args: string[]) => Promise<ExitName | undefined>

/** Commands are loaded when they run: a health check must not load the whole server. */
type Run = (load: () => Promise<Work>) => (...given: unknown[]) => Promise<void>

/** Adds a command with a --json option. */
function add(parent: Command, usage: string, description: string): Command {
  return parent
    .command(usage)
    .description(description)
    .option('--json', 'print one JSON document')
    .exitOverride()
}

const loadTenant = () => import('./tenant.ts')
const loadKeys = () => import('./keys.ts')
const loadUser = () => import('./user.ts')

/** With `json` the program prints no usage errors itself: the caller reports them as JSON. */
export function createProgram(finish: (exit: ExitName) => void, json = false): Command {
  const program = new Command('task-service')
    .configureOutput(json ? { outputError: () => undefined } : {})
    .description('Run and operate Task Service.')
    .version(VERSION)
    .exitOverride()
    .addHelpText('after', `\nExit codes:\n${exitHelp()}`)

  const run: Run =
    (load) =>
    async (...given) => {
      const command = given.at(-1) as Command // commander passes the command last
      const options = command.opts<Options>()
      const work = await load()
      finish((await work(createOutput(options.json === true), options, command.args)) ?? 'ok')
    }

  add(program, 'init', 'Print a complete .env with generated secrets.')
    .option(
      '--database-url <url>',
      'PostgreSQL to use (default: postgres://postgres@localhost:5432/postgres)',
    )
    .option(
      '--compose',
      'generate settings for deploy/compose.yaml, including a bundled PostgreSQL',
    )
    .option('--port <port>', 'port to listen on')
    .option('--host <host>', 'host suffix of tenant URLs, such as tasks.example.com')
    .action(run(async () => (await import('./init.ts')).init))
  addMigrate(program, run)
  add(program, 'serve', 'Start the server.')
    .option('--role <role>', 'api, worker or all', 'all')
    .option('--migrate', 'run database migrations first')
    .option(WAIT_OPTION, 'maximum time to wait for the database and its migrations, such as 2m')
    .action(run(async () => (await import('./serve.ts')).serve))
  add(program, 'doctor', 'Diagnose problems and suggest fixes.').action(
    run(async () => (await import('./doctor.ts')).doctor),
  )
  add(program, 'health', 'Check the health of the local server.')
    .option('--ready', 'check readiness instead of liveness')
    .action(run(async () => (await import('./health.ts')).health))
  add(
    program,
    'fingerprint',
    'Print row counts and checksums of every table, to compare databases.',
  ).action(run(async () => (await import('./fingerprint.ts')).fingerprint))
  addDeclareRestore(program, run)
  add(
    program,
    'plugin <folder>',
    'Print the plugins.json entry for a third-party integration.',
  ).action(run(async () => (await import('./plugin.ts')).plugin))
  addTenantCommands(program, run)
  addUserCommands(program, run)
  addKeyCommands(program, run)
  return program
}

function addMigrate(program: Command, run: Run): void {
  add(program, 'migrate', 'Run database migrations.')
    .option('--plan', 'show what pending migrations will do, without applying them')
    .option('--roles-only', 'create only the database roles (run before pg_restore)')
    .option(WAIT_OPTION, 'maximum time to wait for the database, such as 2m')
    .action(run(async () => (await import('./migrate.ts')).migrateCommand))
}

function addDeclareRestore(program: Command, run: Run): void {
  add(
    program,
    'declare-restore',
    'Allow connectors to re-sync once after a restore that Task Service cannot detect, such as a disk snapshot.',
  )
    .option(
      '--at <time>',
      'when the database was restored; connectors locked since then can re-sync',
    )
    .action(run(async () => (await import('./declare-restore.ts')).declareRestoreCommand))
}

function addTenantCommands(program: Command, run: Run): void {
  const tenant = program
    .command('tenant')
    .description('Provision and manage tenants.')
    .exitOverride()
  add(tenant, 'create <id>', 'Create a tenant and print its API key and admin password.')
    .option('--name <name>', 'display name')
    .action(run(async () => (await loadTenant()).tenantCreate))
  add(tenant, 'list', 'List tenants and the number of their active API keys.').action(
    run(async () => (await loadTenant()).tenantList),
  )
  add(
    tenant,
    'rotate-key <id>',
    'Rotate the API key; the previous key stays valid for --overlap hours.',
  )
    .option('--overlap <hours>', 'hours the previous key stays valid; 0 revokes it now', '24')
    .action(run(async () => (await loadTenant()).tenantRotateKey))
  add(
    tenant,
    'suspend <id>',
    'Suspend a tenant: reject its requests and pause its webhooks and syncs. Data is kept.',
  )
    .option('--resume', 'reactivate the tenant')
    .action(run(async () => (await loadTenant()).tenantStatus))
  add(tenant, 'delete <id>', 'Permanently delete a tenant and all its data.')
    .option('--confirm <id>', 'repeat the tenant ID to confirm')
    .action(run(async () => (await loadTenant()).tenantDelete))
}

function addUserCommands(program: Command, run: Run): void {
  const user = program.command('user').description('Manage dashboard users.').exitOverride()
  const addToTenant = (usage: string, description: string) =>
    add(user, usage, description).option('--tenant <id>', 'tenant ID', 'default')
  const fromStdin = 'read the password from standard input instead of generating one'
  addToTenant('list', 'List users.').action(run(async () => (await loadUser()).userList))
  addToTenant('add <username>', 'Add a user and print the password once.')
    .option('--name <name>', 'display name')
    .option('--stdin', fromStdin)
    .action(run(async () => (await loadUser()).userAdd))
  addToTenant('password <username>', 'Set a new password and print it once.')
    .option('--stdin', fromStdin)
    .action(run(async () => (await loadUser()).userPassword))
  addToTenant('reset-link <username>', 'Print a password reset link.').action(
    run(async () => (await loadUser()).userResetLink),
  )
  addToTenant('disable <username>', 'Disable a user.').action(
    run(async () => (await loadUser()).userDisable),
  )
  addToTenant('enable <username>', 'Enable a user.').action(
    run(async () => (await loadUser()).userEnable),
  )
}

function addKeyCommands(program: Command, run: Run): void {
  const keys = program.command('keys').description('Manage the master key.').exitOverride()
  add(keys, 'status', 'Show the master keys in use.').action(
    run(async () => (await loadKeys()).keysStatus),
  )
  add(keys, 'rotate', 'Re-encrypt the data keys with the current master key.').action(
    run(async () => (await loadKeys()).keysRotate),
  )
  add(keys, 'abandon', 'Give up a lost master key. Secrets encrypted with it must be re-entered.')
    .option('--confirm <id>', 'ID of the lost key, to confirm')
    .action(run(async () => (await loadKeys()).keysAbandon))
}

function exitHelp(): string {
  return Object.values(exitCodes)
    .map(({ code, meaning }) => `  ${code}  ${meaning}`)
    .join('\n')
}

export async function runProgram(argv: readonly string[]): Promise<number> {
  let exit: ExitName = 'ok'
  const json = argv.includes('--json')
  try {
    await createProgram((name) => {
      exit = name
    }, json).parseAsync(argv)
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return 0
    exit = exitOf(error)
    // Without --json, commander has printed it already.
    if (json || !(error instanceof CommanderError)) reportFailure(error, exit, json)
  }
  return exitCodes[exit].code
}

function reportFailure(error: unknown, exit: ExitName, json: boolean): void {
  const message = (error instanceof Error ? error.message : String(error)).replace(/^error: /, '')
  const stack = exit === 'failed' && error instanceof Error ? `\n${error.stack}` : ''
  process.stderr.write(
    json
      ? `${JSON.stringify({ error: exit, message })}\n`
      : `task-service: ${explain(exit, message)}${stack}\n`,
  )
}

function explain(exit: ExitName, message: string): string {
  if (exit !== 'database') return message
  return `Cannot connect to the database: ${message || 'no connection'}. Check DATABASE_URL and that PostgreSQL is running. To diagnose, run: task-service doctor`
}
