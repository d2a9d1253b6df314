// The environment of a cell, from its file: what its processes have, so that its database can be migrated and checked from here.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { ConfigError } from '#config/config-error.ts'
import { type Environment, loadConfig } from '#config/load.ts'
import { planUpgrade } from '#db/upgrade/upgrade-plan.ts'
import type { Cell } from '#fleet/directory/cells.ts'
import { CellFailed, type SchemaPlan, type UpgradeTools } from '#fleet/upgrade/upgrade-tools.ts'
import { examine } from '../doctor/doctor.ts'
import { CommandError } from '../exit-codes.ts'
import { migrateDatabase } from '../migrate.ts'
import { reportToDirectory } from './report-cell.ts'

export type CellEnvironments = {
  /** Throws before anything is changed if a file is missing or not valid. */
  verify: (cells: readonly Pick<Cell, 'name'>[]) => void
  schema: NonNullable<UpgradeTools['schema']>
}

export function openCellEnvironments(
  folder: string,
  { directoryUrl, note }: { directoryUrl: string; note: (line: string) => void },
): CellEnvironments {
  const read = (cell: Pick<Cell, 'name'>) => readCellFile(folder, cell.name, directoryUrl)
  return {
    verify: (cells) => cells.forEach((cell) => void read(cell)),
    schema: {
      plan: (cell) => explained(() => planCell(read(cell).config)),
      migrate: (cell) =>
        explained(async () => {
          const { config } = read(cell)
          const say = (line: string) => note(`${cell.name}: ${line}`)
          await migrateDatabase(config, say)
          await reportToDirectory(config, say)
        }),
      examine: (cell) => explained(() => examineCell(read(cell).env)),
    },
  }
}

function readCellFile(folder: string, name: string, directoryUrl: string) {
  const file = join(folder, `${name}.env`)
  const env: Environment = {
    ...parseEnv(readText(file, name)),
    SERVICE_ACP_DIRECTORY_URL: directoryUrl,
  }
  const of = env['SERVICE_ACP_CELL']
  if (of && of !== name) {
    throw new CommandError('config', `${file} has SERVICE_ACP_CELL=${of}. Set it to ${name}.`)
  }
  try {
    const complete = { ...env, SERVICE_ACP_CELL: name }
    return { env: complete, config: loadConfig({ needs: ['database'], env: complete }) }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new CommandError('config', `${file}: ${error.message}`)
  }
}

function readText(file: string, name: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw new CommandError(
      'config',
      `${file} cannot be read, so cell ${name} cannot be upgraded. Write the environment of its processes into this file: DATABASE_URL, SERVICE_ACP_MASTER_KEY and the others.`,
    )
  }
}

type CellConfig = ReturnType<typeof readCellFile>['config']

async function planCell({ database }: CellConfig): Promise<SchemaPlan> {
  const url = database.directUrl ?? database.url
  const { database_level, pending, keeps_serving } = await planUpgrade({
    databaseUrl: url.reveal(),
  })
  return {
    level: database_level,
    pending: pending.map(({ name }) => name),
    keepsServing: keeps_serving,
  }
}

async function examineCell(env: Environment): Promise<void> {
  const failed = (await examine(env)).filter(({ state }) => state === 'fail')
  if (failed.length === 0) return
  const faults = failed.map(
    ({ check, detail, fix }) => `${check}: ${detail}${fix ? ` → ${fix}` : ''}`,
  )
  throw new CellFailed(`doctor found: ${faults.join('; ')}`)
}

/** Whatever is wrong with the database of a cell stops the upgrade at this cell. */
async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof CellFailed) throw error
    const reason = error instanceof Error && error.message ? error.message : String(error)
    throw new CellFailed(`${reason} Fix it, then run the command again.`)
  }
}
