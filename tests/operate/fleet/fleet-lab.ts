// A directory for tests, and the commands that work on it.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emptyDatabase } from '../../harness/database.ts'
import { type Outcome, runCommand } from '../run-command.ts'

export const HOST = 'tasks.example.com'

export type FleetLab = {
  folder: string
  directoryUrl: string
  /** `task-service …` with the directory; fails the test unless the exit code is `code`. */
  run(args: string, options?: { env?: Record<string, string>; code?: number }): Promise<Outcome>
  stop(): Promise<void>
}

export async function startFleetLab(): Promise<FleetLab> {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-fleet-'))
  const database = await emptyDatabase()
  const lab: FleetLab = {
    folder,
    directoryUrl: database.url,
    async run(args, { env = {}, code = 0 } = {}) {
      const outcome = await runCommand(args.split(' '), {
        SERVICE_ACP_DIRECTORY_URL: database.url,
        SERVICE_ACP_HOST: HOST,
        ...env,
      })
      if (outcome.code === code) return outcome
      throw new Error(`${args}: exit code ${outcome.code}, expected ${code}\n${outcome.stderr}`)
    },
    async stop() {
      await database.drop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await lab.run('directory migrate')
  return lab
}
