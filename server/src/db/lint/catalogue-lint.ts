// Reads the catalog of a database and reports every table, key, view, grant or function that breaks tenant isolation.
import { readdirSync, readFileSync } from 'node:fs'
import { fillRoleNames } from '../migrate.ts'
import type { Reader } from '../reader.ts'
import { raw, sql } from '../sql.ts'
import { catalogueExceptions } from './catalogue-exceptions.ts'
import type { CatalogueRuleName } from './catalogue-rules.ts'

export type CatalogueFinding = { rule: CatalogueRuleName; object: string; detail: string }

const FOLDER = new URL('./', import.meta.url)
const SCOPE = 'scope.sql'

/** `reader` is the owner of the schema, who sees the whole catalog and needs no tenant. */
export async function lintCatalogue(
  reader: Reader,
  rolePrefix: string,
): Promise<CatalogueFinding[]> {
  const reported: CatalogueFinding[] = []
  for (const text of readStatements(rolePrefix)) {
    reported.push(...(await reader.rows<CatalogueFinding>(sql`${raw(text)}`)))
  }
  const excused = new Set(catalogueExceptions.map(keyOf))
  const seen = new Set(reported.map(keyOf))
  const unused = catalogueExceptions.filter((exception) => !seen.has(keyOf(exception)))
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
