// Reads the catalog of a database and reports every table, key, view, grant or function that breaks tenant isolation.
import { readdirSync, readFileSync } from 'node:fs'
import type { Reader } from '../reader.ts'
import { fillRoleNames } from '../roles.ts'
import { raw, sql } from '../sql.ts'
import { catalogExceptions } from './catalog-exceptions.ts'
import type { CatalogRuleName } from './catalog-rules.ts'

export type CatalogFinding = { rule: CatalogRuleName; object: string; detail: string }

const FOLDER = new URL('./', import.meta.url)
const SCOPE = 'scope.sql'

/** `reader` is the owner of the schema, who sees the whole catalog and needs no tenant. */
export async function lintCatalog(reader: Reader, rolePrefix: string): Promise<CatalogFinding[]> {
  const reported: CatalogFinding[] = []
  for (const text of readStatements(rolePrefix)) {
    reported.push(...(await reader.rows<CatalogFinding>(sql`${raw(text)}`)))
  }
  const excused = new Set(catalogExceptions.map(keyOf))
  const seen = new Set(reported.map(keyOf))
  const unused = catalogExceptions.filter((exception) => !seen.has(keyOf(exception)))
  return [
    ...reported.filter((finding) => !excused.has(keyOf(finding))),
    ...unused.map(({ rule, object }) => ({
      rule: 'exception-in-use' as const,
      object,
      detail: `is listed as an exception of ${rule} but does not exist`,
    })),
  ]
}

function keyOf({ rule, object }: { rule: string; object: string }): string {
  return `${rule}\n${object}`
}

function readStatements(rolePrefix: string): string[] {
  const read = (file: string) => readFileSync(new URL(file, FOLDER), 'utf8')
  const scope = read(SCOPE)
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.sql') && file !== SCOPE)
    .toSorted()
    .map((file) => fillRoleNames(`${scope}\n${read(file)}`, rolePrefix))
}
