// The commands of a fleet with their options: its directory, its cells and the proxies in front of them.
import type { Command } from 'commander'
import { add, type Run } from '../add-command.ts'

const loadCell = () => import('./cell.ts')
const loadIngress = () => import('./ingress.ts')

export function addFleetCommands(program: Command, run: Run): void {
  const group = (name: string, description: string) =>
    program.command(name).description(description).exitOverride()
  add(
    group('directory', 'Manage the directory of a fleet.'),
    'migrate',
    'Create or update the schema "directory" in SERVICE_ACP_DIRECTORY_URL.',
  ).action(run(async () => (await loadCell()).directoryMigrate))
  addFleetGroup(group('fleet', 'Show and upgrade the fleet.'), run)
  add(
    group('identity', 'Share the identity of a fleet with a new cell.'),
    'export',
    'Write the identity of this installation, encrypted with the master key.',
  )
    .requiredOption('--out <file>', 'new file, with mode 0600')
    .action(run(async () => (await import('./identity.ts')).identityExport))
  const cell = group('cell', 'Manage cells and the maps of the proxies in front of them.')
  addCellCommands(cell, run)
  addIngressCommands(cell, run)
}

function addFleetGroup(fleet: Command, run: Run): void {
  add(fleet, 'status', 'Show version, schema level and number of tenants of each cell.').action(
    run(async () => (await loadCell()).fleetStatus),
  )
  add(
    fleet,
    'upgrade',
    'Upgrade the cells to the version of this program, in waves that begin with a canary.',
  )
    .option('--env-dir <folder>', 'folder with the environment of each cell, as <cell>.env')
    .option('--run <program>', 'program that replaces the processes of one cell')
    .option('--check <program>', 'program that checks one cell after the soak time')
    .option('--schema-only', 'migrate only; the processes are replaced later')
    .option('--canary <cell...>', 'cells to upgrade first (default: the one with fewest tenants)')
    .option('--pause-after-canary', 'stop after the canary; run the command again to continue')
    .option('--wave-size <cells>', 'cells to upgrade at the same time after the canary', '5')
    .option('--soak <duration>', 'how long each wave must stay healthy', '1m')
    .option('--timeout <duration>', 'for each program, and until new processes are ready', '10m')
    .option('--allow-downtime', 'migrate even if running processes stop serving')
    .option('--dry-run', 'print the waves and pending migrations, and change nothing')
    .option('--abandon', 'give up an upgrade that has not ended; cells stay as they are')
    .action(run(async () => (await import('./upgrade.ts')).fleetUpgrade))
}

const BACKEND = ['--backend <address...>', 'host:port of a process of the cell'] as const
const NOTE = ['--note <text>', 'free-text note, such as the capacity of the cell'] as const

function addCellCommands(cell: Command, run: Run): void {
  add(cell, 'add <name>', 'Add a cell to the directory.')
    .requiredOption(...BACKEND)
    .option(...NOTE)
    .action(run(async () => (await loadCell()).cellAdd))
  add(cell, 'list', 'List cells.').action(run(async () => (await loadCell()).cellList))
  add(cell, 'show <name>', 'Show a cell.').action(run(async () => (await loadCell()).cellShow))
  add(cell, 'update <name>', 'Update a cell.')
    .option(...BACKEND)
    .option('--status <status>', 'active, draining (accepts no new tenants) or closed (has none)')
    .option(...NOTE)
    .action(run(async () => (await loadCell()).cellUpdate))
  add(cell, 'remove <name>', 'Remove a cell that has no tenants.').action(
    run(async () => (await loadCell()).cellRemove),
  )
  add(
    cell,
    'reconcile',
    'Compare the tenants of this cell with the directory, and repair the directory.',
  )
    .option('--dry-run', 'print the differences only')
    .option('--release-missing', 'release the IDs of tenants that are no longer in this cell')
    .action(run(async () => (await import('./reconcile.ts')).cellReconcile))
}

function addIngressCommands(cell: Command, run: Run): void {
  const FORMAT = ['--format <proxy>', 'haproxy, envoy, caddy or nginx'] as const
  const OUT = ['--out <file>', 'file to replace'] as const
  add(cell, 'map', 'Write the map of a proxy: which host leads to which cell.')
    .requiredOption(...FORMAT)
    .requiredOption(...OUT)
    .action(run(async () => (await loadIngress()).cellMap))
  add(cell, 'config', 'Write the configuration of a proxy: the backends of each cell.')
    .requiredOption(...FORMAT)
    .requiredOption(...OUT)
    .action(run(async () => (await loadIngress()).cellConfig))
  add(cell, 'push', 'Apply changes of the directory to a running HAProxy, without a reload.')
    .requiredOption('--haproxy <socket...>', 'stats socket: a path or host:port')
    .requiredOption('--map <file>', 'path of the map, as in the configuration of HAProxy')
    .option('--follow', 'keep running and apply each change immediately')
    .action(run(async () => (await loadIngress()).cellPush))
}
