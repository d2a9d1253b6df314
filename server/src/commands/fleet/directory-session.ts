// The session of a command that works on the directory of a fleet: one connection, and errors in words for the operator.
import type { Config } from '#config/config.ts'
import { loadConfig } from '#config/load.ts'
import { DirectoryRefused } from '#fleet/directory/directory-refused.ts'
import { type Directory, withDirectory } from '#fleet/directory/open-directory.ts'
import { CommandError } from '../exit-codes.ts'

type FleetConfig = Pick<Config, 'fleet'>

export async function withDirectorySession<T>(
  work: (directory: Directory, config: ReturnType<typeof loadFleetConfig>) => Promise<T>,
): Promise<T> {
  const config = loadFleetConfig()
  return inDirectory(getDirectoryUrl(config), (directory) => work(directory, config))
}

function loadFleetConfig() {
  return loadConfig({ needs: [] })
}

export function getDirectoryUrl({ fleet }: FleetConfig): string {
  if (fleet.directoryUrl !== null) return fleet.directoryUrl.reveal()
  throw new CommandError(
    'config',
    'SERVICE_ACP_DIRECTORY_URL is not set. Set it to the PostgreSQL database with the directory, such as postgres://user:password@host:5432/directory.',
  )
}

/** Null outside of a fleet. */
export function findMembership({
  fleet,
}: FleetConfig): { directoryUrl: string; cell: string } | null {
  const { directoryUrl, cell } = fleet
  if (directoryUrl === null) return null
  if (cell !== null) return { directoryUrl: directoryUrl.reveal(), cell }
  throw new CommandError(
    'config',
    'SERVICE_ACP_DIRECTORY_URL is set, and SERVICE_ACP_CELL is not. Set it to the name of this cell. To list cells, run: task-service cell list',
  )
}

export async function inDirectory<T>(
  url: string,
  work: (directory: Directory) => Promise<T>,
): Promise<T> {
  try {
    return await withDirectory(url, work)
  } catch (error) {
    if (!(error instanceof DirectoryRefused)) throw error
    throw new CommandError(error.reason === 'invalid' ? 'usage' : 'not_found', error.message)
  }
}
