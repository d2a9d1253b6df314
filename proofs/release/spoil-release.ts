// Faults of a release, each planted once: in the built files for `verify`, and in the sources for the dry run.
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Checkout } from './checkout.ts'

type Fault = { name: string; expected: RegExp; plant: (folder: string) => void }

const TARBALL = 'task-service-cli-0.2.0.tgz'

const change = (folder: string, file: string, edit: (text: string) => string): void => {
  const path = join(folder, file)
  writeFileSync(path, edit(readFileSync(path, 'latin1')), 'latin1')
}

const inFiles: readonly Fault[] = [
  {
    name: 'a changed byte in a tarball',
    expected: /task-service-cli-0\.2\.0\.tgz has another digest/,
    plant: (folder) => {
      const content = readFileSync(join(folder, TARBALL))
      content[content.length >> 1] = (content[content.length >> 1] ?? 0) ^ 1
      writeFileSync(join(folder, TARBALL), content)
    },
  },
  {
    name: 'a missing file',
    expected: /\.whl is missing/,
    plant: (folder) => rmSync(join(folder, 'task_service-0.2.0-py3-none-any.whl')),
  },
  {
    name: 'an additional file',
    expected: /extra\.tgz is not part of the release/,
    plant: (folder) => cpSync(join(folder, TARBALL), join(folder, 'extra.tgz')),
  },
  {
    name: 'a changed SBOM',
    expected: /cdx\.json has another digest/,
    plant: (folder) =>
      change(folder, `${TARBALL}.cdx.json`, (text) => text.replace('commander', 'x')),
  },
  {
    name: 'a manifest that does not fit its sums',
    expected: /SHA256SUMS and release\.json differ/,
    plant: (folder) =>
      change(folder, 'release.json', (text) => text.replace('"format": 1', '"format":1')),
  },
]

const inSources: readonly Fault[] = [
  {
    name: 'a missing section of the changelog',
    expected: /CHANGELOG\.md has no section 0\.2\.0/,
    plant: (folder) =>
      change(folder, 'CHANGELOG.md', (text) => text.replace(/^## 0\.2\.0 .*$/m, '')),
  },
  {
    name: 'missing upgrade notes',
    expected: /has no section "### Upgrade notes"/,
    plant: (folder) =>
      change(folder, 'CHANGELOG.md', (text) => text.replace('### Upgrade notes', '### Notes')),
  },
  {
    name: 'a lock that the upgrade notes do not name',
    expected: /"Locks" must name `comments` \(0042\)/,
    plant: (folder) =>
      change(folder, 'CHANGELOG.md', (text) => text.replace('`comments` (0042), ', '')),
  },
  {
    name: 'another level in the upgrade notes',
    expected: /"Schema" must say/,
    plant: (folder) =>
      change(folder, 'CHANGELOG.md', (text) => text.replace('level 0037 ', 'level 0036 ')),
  },
  {
    name: 'another version in a package',
    expected: /kit\/package\.json:3 has version 0\.1\.9/,
    plant: (folder) => change(folder, 'kit/package.json', (text) => text.replace('0.2.0', '0.1.9')),
  },
  {
    name: 'an uncommitted file',
    expected: /not committed: sdk\/src\/new\.ts/,
    plant: (folder) => writeFileSync(join(folder, 'sdk/src/new.ts'), ''),
  },
]

export async function findUnnoticed(
  checkout: Checkout,
  version: string,
  isPlanted: boolean,
): Promise<{ unnoticed: string[]; count: number }> {
  const unnoticed: string[] = []
  const judge = (fault: Fault, { code, printed }: { code: number; printed: string }): void => {
    if (code !== 1 || !fault.expected.test(printed)) unnoticed.push(fault.name)
  }
  const dist = join(checkout.folder, 'dist')
  for (const fault of inFiles) {
    const copy = join(checkout.folder, '.tmp/spoiled')
    rmSync(copy, { recursive: true, force: true })
    cpSync(dist, copy, { recursive: true })
    if (isPlanted) fault.plant(copy)
    judge(fault, checkout.run('verify', copy))
  }
  for (const fault of inSources) {
    if (!isPlanted) {
      unnoticed.push(fault.name)
      continue
    }
    fault.plant(checkout.folder)
    judge(fault, checkout.run('--dry-run', '--version', version, '--no-tries', '--images', 'none'))
    checkout.restore()
  }
  return { unnoticed, count: inFiles.length + inSources.length }
}
