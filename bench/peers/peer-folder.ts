// Where peers are installed: outside the project, so that they never become part of it.
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'

const cache =
  process.env['TASK_SERVICE_CACHE'] ??
  join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'task-service')

export function peerFolder(name: string): string {
  return join(cache, name)
}

/** An installation that broke off leaves nothing that looks complete. */
export async function fillFolder(
  name: string,
  fill: (directory: string) => Promise<void>,
): Promise<void> {
  const folder = peerFolder(name)
  if (existsSync(folder)) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true })
  await fill(unfinished)
  renameSync(unfinished, folder)
}
