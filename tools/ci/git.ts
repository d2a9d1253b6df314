// Git commands in the root of this checkout.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export function runGit(...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
}

export function currentCommit(): string {
  return runGit('rev-parse', '--short', 'HEAD')
}

export function isAncestor(commit: string): boolean {
  try {
    execFileSync('git', ['merge-base', '--is-ancestor', commit, 'HEAD'], {
      cwd: root,
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}

/** Files that differ between the commit and the checkout, committed or not. */
export function changedSince(commit: string): string[] {
  return runGit('diff', '--name-only', commit).split('\n').filter(Boolean)
}

/** Pages may change while programs run: some of them write pages. */
export function hasUncommittedCode(): boolean {
  return changedSince('HEAD').some((path) => !path.startsWith('docs/'))
}

/** Files that this branch adds or changes, committed or not. */
export function listChangedFiles(): string[] {
  const base = findBase()
  const changed = runGit('diff', '--name-only', '--diff-filter=d', base).split('\n')
  const untracked = runGit('ls-files', '--others', '--exclude-standard').split('\n')
  return [...changed, ...untracked].filter(Boolean)
}

/** Where this branch left main. A clone without main compares with its last commit. */
function findBase(): string {
  for (const main of ['origin/main', 'main']) {
    try {
      return execFileSync('git', ['merge-base', main, 'HEAD'], {
        cwd: root,
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }).trim()
    } catch {
      // That branch does not exist here.
    }
  }
  return 'HEAD'
}
