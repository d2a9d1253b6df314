// Adds a statement to the policy file: keeps comments and everything else, and replaces the file atomically.
import { chmodSync, chownSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { Document, isMap, parseDocument, stringify } from 'yaml'
import { SettingsError } from '#edge/settings/settings.ts'
import { type Draft, treatmentOf } from './draft.ts'

const AS_WRITTEN = { lineWidth: 0 }

/** The entry in the policy. */
export function entryOf(draft: Draft): Record<string, unknown> {
  const { kind, description, sql, params, columns, rules } = draft
  return {
    kind,
    ...(description === undefined ? {} : { description }),
    sql,
    ...(Object.keys(params).length === 0 ? {} : { params }),
    ...(kind === 'read' && columns !== undefined
      ? {
          columns: Object.fromEntries(
            Object.entries(columns).map(([name, word]) => [name, treatmentOf(word)]),
          ),
        }
      : {}),
    ...rules,
  }
}

export const showEntry = (draft: Draft): string =>
  stringify({ [draft.name]: entryOf(draft) }, AS_WRITTEN).trimEnd()

/** The whole file with the statement in it. */
export function addStatement(source: string, draft: Draft, options: { replace: boolean }): string {
  const document = parseDocument(source)
  const path = ['databases', draft.database.name, 'statements']
  const known = document.getIn([...path, draft.name])
  if (known !== undefined && !options.replace) {
    throw new SettingsError(
      `The policy already has a statement ${draft.database.name}.${draft.name}. Choose another name, or pass --replace.`,
    )
  }
  // An empty `statements:` is null and cannot take entries.
  if (!isMap(document.getIn(path))) document.setIn(path, new Document({}).contents)
  document.setIn([...path, draft.name], document.createNode(entryOf(draft)))
  return document.toString(AS_WRITTEN)
}

/** Keeps the permissions of the file; a connector that reads it at the same time sees the old or the new one. */
export function replaceFile(file: string, text: string): void {
  const { mode, uid, gid } = statSync(file)
  const fresh = `${file}.new-${process.pid}`
  try {
    writeFileSync(fresh, text, { mode: mode & 0o777, flag: 'wx' })
    chmodSync(fresh, mode & 0o777)
    if (process.getuid?.() === 0) chownSync(fresh, uid, gid)
    renameSync(fresh, file)
  } catch (error) {
    rmSync(fresh, { force: true })
    const { code } = error as NodeJS.ErrnoException // what the file system throws
    throw new SettingsError(
      `${file} cannot be written (${code}). Nothing was changed. Run the command as a user who can write the file, or pass --print and paste the entry.`,
      { cause: error },
    )
  }
}
