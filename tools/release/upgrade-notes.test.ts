// The upgrade notes of a version must say what its migrations do.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readHeader } from '../../server/src/db/upgrade/migration-header.ts'
import { findNoteFaults, type Migration, readMigrations, upgradeFacts } from './upgrade-notes.ts'

const migration = (level: number, ...lines: string[]): Migration => ({
  level,
  ...readHeader(lines.map((line) => `-- ${line}\n`).join(''), level),
})
const migrations = [
  migration(37),
  migration(38, 'Works with: 0037', 'Takes: ACCESS EXCLUSIVE on tasks'),
  migration(39, 'Works with: 0037', 'Transaction: none'),
]
const notes = `## 0.2.0 (2026-12-24)

### Upgrade notes

- **Schema**: level 0037 → 0039. Works with versions from 0.2.0 (level 0037)
  on.
- **Downtime**: none.
- **Locks**: \`tasks\` (0038) for a moment.
- **Indexes built in the background**: 0039.
- **Return to the previous version**: possible.

### Added

- Everything.

## 0.1.0 (2026-11-17)

The first release.
`
const faultsOf = (text: string, all: readonly Migration[] = migrations) =>
  findNoteFaults(text, '0.2.0', all).map((fault) => fault.replace('upgrade notes of 0.2.0: ', ''))

test('complete notes have no faults, and a first release needs none', () => {
  assert.deepEqual(faultsOf(notes), [])
  assert.deepEqual(findNoteFaults(notes, '0.1.0', migrations), [])
  assert.deepEqual(upgradeFacts(notes, '0.2.0', migrations), {
    from: '0037',
    to: '0039',
    worksWith: '0037',
  })
})

test('what is missing or wrong is found', () => {
  assert.deepEqual(faultsOf(notes.replace('`tasks`', 'a table')), [
    '"Locks" must name `tasks` (0038)',
  ])
  assert.deepEqual(faultsOf(notes.replace(': 0039.', ': none.')), [
    '"Indexes built in the background" must name 0039',
  ])
  assert.deepEqual(faultsOf(notes.replace(/- \*\*Return.*\n/, '')), [
    'no line "**Return to the previous version**"',
  ])
  assert.match(
    faultsOf(notes.replace('→ 0039', '→ 0038')).join(),
    /"Schema" must say: level 0037 → 0039/,
  )
  assert.match(faultsOf(notes.replace('### Upgrade notes', '### Notes')).join(), /no section/)
  const breaking = [...migrations, migration(40, 'Works with: 0040')]
  assert.match(
    faultsOf(
      notes.replace('0039. Works', '0040. Works').replace('(level 0037)', '(level 0040)'),
      breaking,
    ).join(),
    /"Downtime" is none, but the schema does not work with level 0037/,
  )
})

test('the notes of the next release are complete', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const next = changelog.replace('## Unreleased', '## 999.0.0 (2026-12-24)')
  const all = readMigrations()
  const { from, to } = upgradeFacts(next, '999.0.0', all)
  // Without a migration since the last release, there may be nothing to say yet.
  if (from !== to) assert.deepEqual(findNoteFaults(next, '999.0.0', all), [])
})
