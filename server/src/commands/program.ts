// Every command of the program with its options; each is implemented in its own file.
import { Command, CommanderError } from 'commander'
import { VERSION } from '#app/version.ts'
import { add, type Options, type Run } from './add-command.ts'
import { findDatabaseCause } from './database-cause.ts'
import { CommandError, type ExitName, exitCodes, exitOf } from './exit-codes.ts'
import { addFleetCommands } from './fleet/fleet-program.ts'
import { createOutput } from './output.ts'
import { WAIT_OPTION } from './wait.ts'

const loadTenant = () => import('./tenants/tenant.ts')
const loadTransfer = () => import('./tenants/tenant-transfer.ts')
const loadMove = () => import('./tenants/tenant-move.ts')
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

  addInit(program, run)
  addMigrate(program, run)
  add(program, 'serve', 'Start the server.')
    .option('--role <role>', 'api, worker or all', 'all')
    .option('--migrate', 'run database migrations first')
    .option(WAIT_OPTION, 'maximum time to wait for the database and its migrations, such as 2m')
    .action(run(async () => (await import('./serve.ts')).serve))
  add(program, 'doctor', 'Diagnose problems and suggest fixes.').action(
    run(async () => (await import('./doctor/doctor.ts')).doctor),
  )
  add(program, 'health', 'Check the health of the local server.')
    .option('--ready', 'check readiness instead of liveness')
    .action(run(async () => (await import('./health.ts')).health))
  add(
    program,
    'fingerprint',
    'Print row counts and checksums of every table, to compare databases.',
  )
    .option('--tenant <id>', 'only the rows of this tenant')
    .action(run(async () => (await import('./fingerprint.ts')).fingerprint))
  addRestore(program, run)
  addDeclareRestore(program, run)
  add(
    program,
    'plugin <folder>',
    'Print the plugins.json entry for a third-party integration.',
  ).action(run(async () => (await import('./plugin.ts')).plugin))
  addDemo(program, run)
  addTenantCommands(program, run)
  addUserCommands(program, run)
  addKeyCommands(program, run)
  addFleetCommands(program, run)
  return program
}

function addInit(program: Command, run: Run): void {
  add(program, 'init', 'Print or write a complete .env with generated secrets.')
    .option(
      '--database-url <url>',
      'PostgreSQL to use (default: postgres://postgres@localhost:5432/postgres)',
    )
    .option(
      '--compose',
      'generate settings for deploy/compose.yaml, including a bundled PostgreSQL',
    )
    .option('--out <file>', 'write a new file with mode 0600 after testing the database')
    .option('--no-test', 'with --out: do not connect to the database')
    .option(
      '--local',
      'let webhooks and integrations connect to this computer, for development and the demo',
    )
    .option('--port <port>', 'port to listen on')
    .option('--host <host>', 'host suffix of tenant URLs, such as tasks.example.com')
    .action(run(async () => (await import('./init.ts')).init))
}

function addMigrate(program: Command, run: Run): void {
  add(program, 'migrate', 'Run database migrations.')
    .option('--plan', 'show what pending migrations will do, without applying them')
    .option('--join <file>', 'join a fleet: import its identity into an empty database')
    .option('--roles-only', 'create only the database roles (run before pg_restore)')
    .option(WAIT_OPTION, 'maximum time to wait for the database, such as 2m')
    .action(run(async () => (await import('./migrate.ts')).migrateCommand))
}

function addRestore(program: Command, run: Run): void {
  add(program, 'restore', 'Practice a restore from a pgBackRest backup and check the result.')
    .option('--drill', 'restore into a temporary folder, beside the running installation')
    .option('--to <time>', 'the moment to restore, such as 2026-01-31T12:00:00Z (default: latest)')
    .option('--stanza <name>', 'stanza of pgBackRest (default: tasks)')
    .option('--config <file>', 'configuration of pgBackRest')
    .option('--folder <folder>', 'where there is room for a copy of the database')
    .option('--bin-dir <folder>', 'programs of PostgreSQL')
    .option('--fingerprint <file>', 'output of fingerprint --json to compare with')
    .option('--export-tenant <id>', 'export this tenant of the backup, for tenant import')
    .option('--out <file>', 'with --export-tenant: new file, with mode 0600')
    .option('--with-secrets', 'with --export-tenant: include its secrets, encrypted')
    .option('--key-file <file>', 'file with the passphrase that encrypts the secrets')
    .action(run(async () => (await import('./restore/restore.ts')).restoreCommand))
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
    .action(run(async () => (await import('./restore/declare-restore.ts')).declareRestoreCommand))
}

function addDemo(program: Command, run: Run): void {
  add(program, 'demo', 'Fill a tenant with a week of sample data, and keep it active.')
    .option(
      '--tenant <id>',
      'tenant to fill (default: demo, created if needed; without SERVICE_ACP_HOST: default)',
    )
    .option('--once', 'end when the tenant is filled, without the sample tracker and receivers')
    .option('--port <port>', 'port of the sample tracker and the webhook receivers', '8021')
    .option('--days <count>', 'days of history', '8')
    .option('--add-to-existing', 'fill a tenant that already has more than a few tasks')
    .option('--clear', 'remove what the demo created')
    .action(run(async () => (await import('./demo/demo.ts')).demo))
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
  addTransferCommands(tenant, run)
  addMoveCommand(tenant, run)
}

function addTransferCommands(tenant: Command, run: Run): void {
  const keyFile = 'file with the passphrase that encrypts the secrets'
  add(tenant, 'export <id>', 'Export a tenant into one file, for another installation.')
    .requiredOption('--out <file>', 'new file, with mode 0600')
    .option('--with-secrets', 'include webhook secrets and credentials, encrypted')
    .option('--key-file <file>', keyFile)
    .action(run(async () => (await loadTransfer()).tenantExport))
  add(tenant, 'import <file>', 'Import an exported tenant; it is suspended afterwards.')
    .option('--slug <id>', 'tenant ID in this installation (default: the one in the file)')
    .option('--key-file <file>', keyFile)
    .option('--without-secrets', 'do not import the secrets in the file')
    .option('--deliver-pending', 'send pending webhook deliveries instead of canceling them')
    .action(run(async () => (await loadTransfer()).tenantImport))
}

function addMoveCommand(tenant: Command, run: Run): void {
  add(tenant, 'move <id>', 'Move a tenant to another cell of the fleet while it works.')
    .option('--to <cell>', 'the new cell')
    .option('--dry-run', 'check both cells and print what would be copied')
    .option('--undo', 'give up a move that was interrupted before the switch')
    .option('--purge', 'delete what the previous cell kept')
    .option('--force', 'with --purge: although the cells were not found equal')
    .option('--shared-bucket', 'both cells keep attachments in the same bucket')
    .option('--haproxy <socket...>', 'stats sockets to update at the switch')
    .option('--map <file>', 'with --haproxy: path of the map, as in its configuration')
    .action(run(async () => (await loadMove()).tenantMove))
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
      : `task-service: ${explain(exit, error, message)}${stack}\n`,
  )
}

function explain(exit: ExitName, error: unknown, message: string): string {
  if (exit !== 'database' || error instanceof CommandError) return message
  const { cause, detail, fix } = findDatabaseCause(error)
  const why = cause === 'unknown' ? `${message || 'no connection'}.` : detail
  return `Cannot connect to the database: ${why} ${fix} To diagnose, run: task-service doctor`
}
