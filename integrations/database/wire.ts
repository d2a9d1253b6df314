// Converts a row of the connector to a task for the host: key, version, status, texts and facts.
import {
  type EdgeRows,
  Failure,
  fingerprint,
  type Json,
  type Context as KitContext,
  type RemoteTask,
} from '@task-service/kit'
import { fillText, textOf } from './template.ts'

export type Config = Readonly<{
  connector: string
  database: string
  read_statement: string
  get_statement: string
  key_column: string
  version_column?: string
  title: string
  description?: string
  link?: string
  status_column?: string
  done_values?: string
  failed_values?: string
  canceled_values?: string
  write_statement?: string
  write_params?: string
}>

export type Context = KitContext<Config>

export type Row = Readonly<Record<string, Json>>

/** What a row says about its work. */
export type RowStatus = 'open' | 'completed' | 'failed' | 'canceled'

/** Rows have no time of their making that would be known here; their keys are never used twice. */
const noTime = '1970-01-01T00:00:00.000Z'
const longestKey = 300

export function rowsOf({ columns, rows }: EdgeRows): Row[] {
  return rows.map((values) =>
    Object.fromEntries(columns.map((name, at) => [name, values[at] ?? null])),
  )
}

export function keyOf({ key_column: column }: Config, row: Row): string {
  const key = textOf(row[column] ?? null)
  if (key !== '' && key.length <= longestKey) return key
  throw new Failure('invalid', `A row has no valid key in the column "${column}".`, {
    fix: `Choose a column that has a value of at most ${longestKey} characters in every row.`,
  })
}

/** Of a row without a version of its own: a short name for all that it says. */
export function versionOf({ version_column: column }: Config, row: Row): string {
  if (column === undefined) return fingerprint(JSON.stringify(Object.entries(row).toSorted(byName)))
  const version = textOf(row[column] ?? null)
  if (version !== '') return version
  throw new Failure('invalid', `A row has no version in the column "${column}".`, {
    fix: 'Choose a column that is never empty, or do not set a version column.',
  })
}

const byName = ([a]: [string, Json], [b]: [string, Json]): number => (a < b ? -1 : 1)

export function valuesOf(list: string | undefined): string[] {
  return (list ?? '')
    .split(',')
    .map((value) => value.trim().toLowerCase())
    .filter((value) => value !== '')
}

export function statusOf(config: Config, row: Row): RowStatus {
  const { status_column: column } = config
  if (column === undefined) return 'open'
  const value = textOf(row[column] ?? null)
    .trim()
    .toLowerCase()
  if (valuesOf(config.done_values).includes(value)) return 'completed'
  if (valuesOf(config.failed_values).includes(value)) return 'failed'
  return valuesOf(config.canceled_values).includes(value) ? 'canceled' : 'open'
}

/**
 * `readAt` was before the row was asked for. It stands for the time of the change, which a row need not have: what was
 * read earlier is older.
 */
export function toTask(config: Config, row: Row, readAt: Date): RemoteTask {
  const key = keyOf(config, row)
  const url = fillText(config.link ?? '', row).trim()
  return {
    ref: { id: key, createdAt: noTime },
    key,
    url: /^https?:\/\//.test(url) ? url : '',
    version: versionOf(config, row),
    createdAt: noTime,
    updatedAt: readAt.toISOString(),
    fields: {
      title: fillText(config.title, row).replaceAll(/\s+/g, ' ').trim() || key,
      description: fillText(config.description ?? '', row),
      status: statusOf(config, row),
    },
    context: [
      {
        kind: 'row',
        id: key,
        title: `${config.database} ${key}`,
        facts: Object.entries(row).map(([name, value]) => ({ name, value: textOf(value) })),
      },
    ],
  }
}
