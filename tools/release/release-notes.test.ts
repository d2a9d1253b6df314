import assert from 'node:assert/strict'
import { test } from 'node:test'
import { releaseNotes } from './release-notes.ts'

const changelog = `# Changelog

## Unreleased

- Later.

## 0.2.0 (2026-12-01)

### Added

- A feature.

## 0.1.0 (2026-11-17)

- The first release.
`

test('takes the section of a version, without its heading', () => {
  assert.equal(releaseNotes(changelog, '0.2.0'), '### Added\n\n- A feature.')
  assert.equal(releaseNotes(changelog, '0.1.0'), '- The first release.')
})

test('rejects a version without a section', () => {
  assert.throws(() => releaseNotes(changelog, '0.1'), /no section 0\.1/)
  assert.throws(() => releaseNotes(changelog, ''), /no section/)
})
