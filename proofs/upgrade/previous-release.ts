// The sources of the previous schema level: the last commit before the newest migrations, with the packages of this checkout.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listMigrations } from '../../server/src/db/schema-version.ts'
import { runGit } from '../../tools/ci/git.ts'

const root = join(import.meta.dirname, '../..')
const MIGRATIONS = 'server/src/db/migrations'
const SCOPE = '@task-service'

export type PreviousRelease = {
  commit: string
  /** Of its newest migration. */
  level: number
  folder: string
  program: string
  remove: () => void
}

/** `UPGRADE_FROM` names another commit. */
export function extractPreviousRelease(): PreviousRelease {
  const commit = process.env['UPGRADE_FROM'] ?? findPreviousLevel()
  const folder = mkdtempSync(join(tmpdir(), 'task-service-previous-'))
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
  const newest = readdirSync(join(folder, MIGRATIONS)).toSorted().at(-1) ?? ''
  return {
    commit: runGit('rev-parse', '--short', commit),
    level: Number.parseInt(newest, 10),
    folder,
    program: join(folder, 'server/src/main.ts'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The parent of the commit that added the first of the migrations that came last together. */
function findPreviousLevel(): string {
  const newest = listMigrations().at(-1)
  if (newest === undefined) throw new Error('there are no migrations')
  const file = `${MIGRATIONS}/${newest.name}.sql`
  const added = runGit('log', '--diff-filter=A', '--format=%h', '--', file).split('\n').at(-1)
  if (added === undefined || added === '') {
    throw new Error(
      `The history has no commit that adds ${file}. Fetch it (git fetch --unshallow) or set UPGRADE_FROM to the commit to upgrade from.`,
    )
  }
  return `${added}~1`
}

/** Third-party packages of this checkout, and the workspaces of the other one. */
function linkPackages(folder: string): void {
  if (!hasSamePackages(folder)) {
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: folder, stdio: 'ignore' })
    return
  }
  const ours = join(root, 'node_modules')
  const theirs = join(folder, 'node_modules')
  mkdirSync(join(theirs, SCOPE), { recursive: true })
  for (const name of readdirSync(ours)) {
    if (name !== SCOPE) symlinkSync(join(ours, name), join(theirs, name))
  }
  for (const name of readdirSync(join(ours, SCOPE))) {
    if (existsSync(join(folder, name))) symlinkSync(join(folder, name), join(theirs, SCOPE, name))
  }
}

type Lock = { packages: Record<string, { version?: string; link?: boolean }> }

/** Packages that were added since do no harm. */
function hasSamePackages(folder: string): boolean {
  const [ours, theirs] = [root, folder].map(
    (place) => JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8')) as Lock, // npm's format
  )
  return Object.entries(theirs?.packages ?? {}).every(
    ([path, { version, link }]) =>
      !path.startsWith('node_modules/') || link || ours?.packages[path]?.version === version,
  )
}
