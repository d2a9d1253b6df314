// Connecting: whether the connector has what the configuration names, and whether its rows can become tasks.
import {
  type Choice,
  type ChoiceKind,
  type ConnectionReport,
  Failure,
  isFailure,
} from '@task-service/kit'
import { findStatements, isPaged, refuseCut, run, type Statements } from './call.ts'
import { findRow } from './pull.ts'
import { templatesFor } from './push.ts'
import { namesIn } from './template.ts'
import { type Config, type Context, rowsOf, toTask, valuesOf } from './wire.ts'

/** Nothing is reached from here: the connector reaches out to the service. */
export const hosts = (): string[] => []

export async function testConnection(ctx: Context): Promise<ConnectionReport> {
  const { config } = ctx
  const statements = await findStatements(ctx)
  const readAt = ctx.now()
  const page = await run(ctx, statements.read, {})
  refuseCut(statements.read, page)
  checkColumns(config, page.columns)
  checkWrite(config, statements)
  const [row] = rowsOf(page)
  const sample = row && toTask(config, row, readAt)
  if (sample) await checkGet(ctx, statements, page.columns, sample.ref.id)
  const hasMore = page.truncated && !isPaged(statements.read)
  return {
    self: { id: `${config.connector}/${config.database}`, name: config.database },
    missingScopes: [],
    warnings: [
      ...warningsOf(config, statements, page.columns),
      ...(hasMore
        ? [
            `Only the first ${page.rows.length} rows are synced: "${statements.read.name}" has no parameter "after".`,
          ]
        : []),
    ],
    sample: sample ? { title: sample.fields.title ?? '', url: sample.url } : null,
    ...(!page.truncated && { total: page.rows.length }),
  }
}

function checkColumns(config: Config, columns: readonly string[]): void {
  const wanted = [config.key_column, config.version_column, config.status_column]
  const missing = wanted.find((name) => name !== undefined && !columns.includes(name))
  if (missing === undefined) return
  throw new Failure('not_found', `"${config.read_statement}" returns no column "${missing}".`, {
    fix: `Choose one of: ${columns.join(', ')}.`,
  })
}

/** Said before the first task is finished, not after. */
function checkWrite(config: Config, { write }: Statements): void {
  if (!write) return
  if (config.status_column === undefined || valuesOf(config.done_values).length === 0) {
    throw new Failure(
      'invalid',
      'Writes cannot be confirmed: the status column or the values that mean done are missing.',
      {
        fix: 'Set the status column and the values that mean done.',
      },
    )
  }
  templatesFor(config, write, 'completed')
}

/** Outcomes that a task can come to and nothing could be written for. */
function unwritten(config: Config, { write }: Statements): string[] {
  if (!write) return []
  return ['failed', 'canceled'].flatMap((status) => {
    try {
      templatesFor(config, write, status)
      return []
    } catch (error) {
      return isFailure(error) ? [error.message] : []
    }
  })
}

async function checkGet(
  ctx: Context,
  statements: Statements,
  columns: readonly string[],
  key: string,
): Promise<void> {
  const { name } = statements.get
  const row = await findRow(ctx, statements, key)
  if (!row) {
    throw new Failure('not_found', `"${name}" does not return the row ${JSON.stringify(key)}.`, {
      fix: 'It must return every row of the list, whatever its status.',
    })
  }
  const missing = columns.find((column) => !Object.hasOwn(row, column))
  const further = Object.keys(row).find((column) => !columns.includes(column))
  if (missing === undefined && further === undefined) return
  throw new Failure(
    'invalid',
    `"${name}" does not return the same columns as the list (${missing ?? further}).`,
    {
      fix: 'Return the same columns from both statements; rows are compared by them.',
    },
  )
}

function warningsOf(config: Config, statements: Statements, columns: readonly string[]): string[] {
  const { write } = statements
  const texts = [config.title, config.description ?? '', config.link ?? '']
  const strange = texts.flatMap(namesIn).filter((name) => !columns.includes(name))
  return [
    ...strange.map((name) => `A template uses the column "${name}", which does not exist.`),
    ...(write && write.fence === undefined
      ? [
          `"${write.name}" has no concurrency check (\`fence\`): a row that changes at the moment of writing is overwritten.`,
        ]
      : []),
    ...unwritten(config, statements),
  ]
}

export async function discover({ config }: Context, what: ChoiceKind): Promise<Choice[]> {
  if (what !== 'statuses') return []
  return [
    { id: 'open', name: 'Open', group: 'open' },
    { id: 'completed', name: 'Done', group: 'done' },
    // Statuses that the rows do not distinguish are not offered.
    ...(valuesOf(config.failed_values).length > 0
      ? [{ id: 'failed', name: 'Failed', group: 'failed' as const }]
      : []),
    ...(valuesOf(config.canceled_values).length > 0
      ? [{ id: 'canceled', name: 'Canceled', group: 'canceled' as const }]
      : []),
  ]
}
