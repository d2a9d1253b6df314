// The upgrade notes of a version, compared with the migrations since the previous one: docs/development/upgrade-notes.md.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  formatLevel,
  LAST_UNDECLARED,
  type MigrationHeader,
  readHeader,
} from '../../server/src/db/upgrade/migration-header.ts'
import { releaseNotes } from './release-notes.ts'

const migrations = join(import.meta.dirname, '../../server/src/db/migrations')
const SCHEMA = /level (\d{4}) → (\d{4})\. Works with versions from \S+ \(level (\d{4})\) on/
/** Every release says these, even if the answer is "none". */
const REQUIRED = ['Schema', 'Downtime', 'Locks', 'Return to the previous version'] as const

export type Migration = MigrationHeader & { level: number }

export type UpgradeFacts = { from: string; to: string; worksWith: string }

export function readMigrations(): Migration[] {
  return readdirSync(migrations)
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => {
      const level = Number(file.slice(0, 4))
      return { level, ...readHeader(readFileSync(join(migrations, file), 'utf8'), level) }
    })
}

/** What the notes have to say: levels of the previous version and of this one, and the oldest that works with the schema. */
export function upgradeFacts(
  changelog: string,
  version: string,
  all: readonly Migration[],
): UpgradeFacts {
  const from = levelBefore(changelog, version)
  const added = all.filter(({ level }) => level > from)
  return {
    from: formatLevel(from),
    to: formatLevel(all.at(-1)?.level ?? 0),
    worksWith: formatLevel(Math.max(from, ...added.map(({ worksWith }) => worksWith))),
  }
}

/** Empty for a first release, which nothing is upgraded to. */
export function findNoteFaults(
  changelog: string,
  version: string,
  all: readonly Migration[],
): string[] {
  const versions = versionsOf(changelog)
  if (versions.at(-1) === version) return []
  const notes = /^### Upgrade notes\n([\s\S]*?)(?=^### |(?![\s\S]))/m.exec(
    releaseNotes(changelog, version),
  )?.[1]
  if (notes === undefined) return [`CHANGELOG.md: ${version} has no section "### Upgrade notes"`]
  const items = new Map(
    [...notes.matchAll(/^- \*\*([^*]+)\*\*:([\s\S]*?)(?=^- |(?![\s\S]))/gm)].map(
      ([, name = '', text = '']) => [name, text.replaceAll(/\s+/g, ' ').trim()],
    ),
  )
  const facts = upgradeFacts(changelog, version, all)
  const added = all.filter(({ level }) => level > Number(facts.from))
  return [
    ...REQUIRED.filter((name) => !items.has(name)).map((name) => `no line "**${name}**"`),
    ...schemaFaults(items.get('Schema') ?? '', facts),
    ...added.flatMap((one) => lockFaults(one, items)),
    ...(Number(facts.worksWith) > Number(facts.from) && items.get('Downtime')?.startsWith('none')
      ? [`"Downtime" is none, but the schema does not work with level ${facts.from}`]
      : []),
  ].map((fault) => `upgrade notes of ${version}: ${fault}`)
}

function schemaFaults(text: string, facts: UpgradeFacts): string[] {
  const { from, to, worksWith } = facts
  const [, ...said] = SCHEMA.exec(text) ?? []
  return said.join() === [from, to, worksWith].join()
    ? []
    : [
        `"Schema" must say: level ${from} → ${to}. Works with versions from … (level ${worksWith}) on`,
      ]
}

function lockFaults(migration: Migration, items: ReadonlyMap<string, string>): string[] {
  const level = formatLevel(migration.level)
  const { locks, rewrites, scans, inTransaction } = migration
  const tables = [...locks.map((lock) => lock.split(' on ')[1] ?? ''), ...rewrites, ...scans]
  const locked = items.get('Locks') ?? ''
  return [
    ...tables
      .filter((table) => !locked.includes(`\`${table}\``) || !locked.includes(level))
      .map((table) => `"Locks" must name \`${table}\` (${level})`),
    ...(inTransaction || items.get('Indexes built in the background')?.includes(level)
      ? []
      : [`"Indexes built in the background" must name ${level}`]),
  ]
}

/** Newest first. */
function versionsOf(changelog: string): string[] {
  return [...changelog.matchAll(/^## (\d+\.\d+\.\d+\S*)/gm)].map(([, version = '']) => version)
}

function levelBefore(changelog: string, version: string): number {
  const versions = versionsOf(changelog)
  const previous = versions[versions.indexOf(version) + 1]
  const notes = previous === undefined ? '' : releaseNotes(changelog, previous)
  // The first release has no notes; its migrations are those without a header.
  return Number(SCHEMA.exec(notes.replaceAll(/\s+/g, ' '))?.[2] ?? LAST_UNDECLARED)
}
