// The tables of a statement and what happens to them, by the parser for MariaDB.
import type { Need, Right } from './needed-rights.ts'

type Parser = {
  parse(sql: string, options: { database: string }): { tableList: string[]; ast: unknown }
}

const RIGHTS: Readonly<Record<string, Right>> = {
  select: 'select',
  insert: 'insert',
  replace: 'insert',
  update: 'update',
  delete: 'delete',
}

/** Undefined when it cannot be read. */
export async function neededByMysql(text: string): Promise<Need[] | undefined> {
  const loaded = (await import('node-sql-parser/build/mariadb.js')) as unknown as {
    default: { Parser: new () => Parser }
  } // the build has no types of its own
  try {
    const { tableList, ast } = new loaded.default.Parser().parse(text, { database: 'mariadb' })
    return tableList.flatMap((entry): Need[] => {
      const [word = '', schema = '', table = ''] = entry.split('::')
      const right = RIGHTS[word]
      if (right === undefined || table === '') return []
      const name = schema === 'null' || schema === '' ? table : `${schema}.${table}`
      const columns = right === 'update' ? updatedColumns(ast) : []
      return [
        { table: name, right, ...(columns.length > 0 ? { columns } : {}) },
        // Where its rows are looked for, they are read as well.
        ...(right === 'update' || right === 'delete'
          ? [{ table: name, right: 'select' as const }]
          : []),
      ]
    })
  } catch {
    return undefined
  }
}

function updatedColumns(ast: unknown): string[] {
  const [tree] = Array.isArray(ast) ? (ast as unknown[]) : [ast]
  const set = (tree as { set?: unknown }).set
  if (!Array.isArray(set)) return []
  return set.flatMap((one: { column?: unknown }) =>
    typeof one.column === 'string' ? [one.column] : [],
  )
}
