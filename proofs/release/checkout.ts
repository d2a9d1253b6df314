// A clone of this repository with its installed packages, in which a release can be prepared and spoiled.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export type Checkout = {
  folder: string
  commit: (title: string) => void
  /** The files of the commit. */
  restore: () => void
  /** `npm run release -- <args>` */
  run: (...args: string[]) => { code: number; printed: string }
}

export function cloneRepository(parent: string): Checkout {
  const folder = join(parent, 'repository')
  const execute = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: parent, stdio: 'pipe' })
  execute('git', 'clone', '--quiet', '--shared', '--no-hardlinks', root, folder)
  execute('git', '-C', folder, 'config', 'user.name', 'Release')
  execute('git', '-C', folder, 'config', 'user.email', 'release@example.com')
  // Copies, because links of the workspace are relative.
  execute('cp', '-a', join(root, 'node_modules'), join(folder, 'node_modules'))
  const { GITHUB_ACTIONS: _, ...env } = process.env
  return {
    folder,
    commit: (title) => {
      execute(
        'git',
        '-C',
        folder,
        'commit',
        '--quiet',
        '--all',
        '--no-verify',
        `--message=${title}`,
      )
    },
    restore: () => {
      execute('git', '-C', folder, 'reset', '--quiet', '--hard')
      execute('git', '-C', folder, 'clean', '--quiet', '-d', '--force')
    },
    run(...args) {
      const program = [join(folder, 'tools/release/release.ts'), ...args]
      const ended = spawnSync(process.execPath, program, { cwd: folder, encoding: 'utf8', env })
      return { code: ended.status ?? -1, printed: `${ended.stdout}${ended.stderr}` }
    },
  }
}
