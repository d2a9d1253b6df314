// `tasks import`: reads a file row by row and creates the tasks in batches. It can be interrupted at any moment.
import type { TaskService } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import type { ExitName } from '#cli/program/exit-codes.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { Progress } from '#cli/terminal/progress.ts'
import { ErrorFile } from './error-file.ts'
import { digestOf, ImportJournal, type ImportState } from './import-journal.ts'
import { checkMapping, completeMapping, ignoredColumns, type Mapping, mapRow } from './map-row.ts'
import {
  type Format,
  formatOf,
  type RowSource,
  readRows,
  type SourceRow,
  sizeOf,
} from './read-rows.ts'
import { type BatchItem, type BatchResult, type Rejection, sendBatch } from './send-batch.ts'

const BATCH_ROWS = 100
const BATCH_BYTES = 512 * 1024
const SHOWN_ROWS = 5

type Course = {
  run: CommandRun
  source: RowSource
  mapping: Mapping
  state: ImportState
  errors: ErrorFile
  journal: ImportJournal | undefined
  client: TaskService | undefined
  progress: Progress
  bytes: number
  size: number | undefined
}

export async function importTasks(run: CommandRun): Promise<ExitName> {
  const { output } = run
  const course = await prepare(run)
  const { state, errors, journal } = course
  const skip = state.rows
  if (skip > 0) output.note(`Continuing after ${skip} rows.`)
  try {
    await importRows(course, skip)
    await journal?.remove()
  } catch (error) {
    course.progress.clear()
    if (journal !== undefined && state.rows > 0) {
      output.note(`Stopped after ${state.rows} rows. To continue, add --resume.`)
    }
    throw error
  } finally {
    await errors.end()
  }
  course.progress.end(progressOf(course))
  await printResult(course)
  return state.failed > 0 ? 'rejected' : 'ok'
}

async function prepare(run: CommandRun): Promise<Course> {
  const { input, environment, output } = run
  const file = input.arg(0)
  const isDry = input.flag('dryRun')
  const format = formatOf(file, input.text('format'))
  const mapping = checkMapping(input.pairs('map', '--map'), input.pairs('set', '--set'))
  const size = await sizeOf(file)
  const options = digestOf(
    format,
    JSON.stringify([...mapping.columns]),
    JSON.stringify([...mapping.constants]),
  )
  const fresh = { rows: 0, digest: '', options, created: 0, existing: 0, failed: 0 }
  const journal = isDry ? undefined : new ImportJournal(environment, (await run.target()).url, file)
  const state = (await readState(run, journal, options)) ?? fresh
  const name = file === '-' ? 'import' : file
  const errors = new ErrorFile(
    input.text('errors') ?? `${name}.errors.${format}`,
    format,
    state.rows > 0,
  )
  const course: Course = {
    run,
    mapping,
    state,
    errors,
    journal,
    client: isDry ? undefined : await run.client({ isPatient: true }),
    progress: new Progress(output),
    bytes: 0,
    size,
    source: sourceOf(run, file, format, (count) => void (course.bytes += count)),
  }
  return course
}

function sourceOf(
  { input }: CommandRun,
  file: string,
  format: Format,
  onBytes: RowSource['onBytes'],
): RowSource {
  const delimiter = input.text('delimiter')?.replace('\\t', '\t')
  if (delimiter !== undefined && delimiter.length !== 1) {
    throw new CommandError('usage', `--delimiter must be one character, got "${delimiter}".`)
  }
  return { file, format, delimiter, onBytes }
}

async function readState(run: CommandRun, journal: ImportJournal | undefined, options: string) {
  const state = await journal?.read()
  if (state === undefined || run.input.flag('restart')) return undefined
  if (!run.input.flag('resume')) {
    throw new CommandError(
      'usage',
      `An import of this file was interrupted after ${state.rows} rows.`,
      'To continue, add --resume. To start again, add --restart; rows without an external ID that were created more than 24 hours ago are created again.',
    )
  }
  if (state.options === options) return state
  throw new CommandError(
    'usage',
    'The options differ from those of the interrupted import.',
    'Use the same --map and --set, or start again with --restart.',
  )
}

async function importRows(course: Course, skip: number): Promise<void> {
  const { run, state, source } = course
  const signal = run.signal()
  let batch = emptyBatch()
  let seen = 0
  let digest = ''
  for await (const row of readRows(source)) {
    signal.throwIfAborted()
    if (seen === 0) course.mapping = complete(course, row)
    digest = digestOf(digest, JSON.stringify(row.values))
    if (++seen === skip && digest !== state.digest) throw changedFile()
    if (seen <= skip) continue
    addRow(batch, course.mapping, row)
    if (batch.rows < BATCH_ROWS && batch.bytes < BATCH_BYTES) continue
    await send(course, batch, { rows: seen, digest })
    batch = emptyBatch()
  }
  if (seen < skip) throw changedFile()
  await send(course, batch, { rows: seen, digest })
}

type Batch = { rows: number; bytes: number; items: BatchItem[]; rejections: Rejection[] }

const emptyBatch = (): Batch => ({ rows: 0, bytes: 0, items: [], rejections: [] })

function addRow(batch: Batch, mapping: Mapping, row: SourceRow): void {
  batch.rows++
  try {
    if (row.fault !== undefined) throw new CommandError('rejected', row.fault)
    const task = mapRow(mapping, row)
    batch.items.push({ row, task })
    batch.bytes += Buffer.byteLength(JSON.stringify(task))
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    batch.rejections.push({ row, error: error.message })
  }
}

function complete({ mapping, run }: Course, row: SourceRow): Mapping {
  const completed = completeMapping(mapping, row)
  const ignored = ignoredColumns(completed, row)
  if (ignored.length > 0) run.output.note(`Ignored columns: ${ignored.join(', ')}`)
  return completed
}

const changedFile = (): CommandError =>
  new CommandError(
    'conflict',
    'The file has changed since the import was interrupted.',
    'Start again with --restart.',
  )

type Place = Pick<ImportState, 'rows' | 'digest'>

/** Errors are written when the batch is confirmed, so that a batch that is repeated does not write them twice. */
async function send(course: Course, batch: Batch, place: Place): Promise<void> {
  const { run, client, state, errors, journal, progress } = course
  const result =
    client === undefined
      ? await showDry(course, batch.items)
      : await sendBatch(client, batch.items, run.signal())
  const rejections = [...batch.rejections, ...result.rejections]
  for (const { row, error } of rejections.toSorted((a, b) => a.row.line - b.row.line)) {
    await errors.add(row, error)
  }
  state.created += result.created
  state.existing += result.existing
  state.failed += rejections.length
  Object.assign(state, place)
  await journal?.write(state)
  progress.show(progressOf(course))
}

async function showDry({ run, state }: Course, items: readonly BatchItem[]): Promise<BatchResult> {
  for (const { row, task } of items.slice(0, Math.max(0, SHOWN_ROWS - state.created))) {
    await run.output.lines(`line ${row.line}: ${neutralizeLine(JSON.stringify(task))}`)
  }
  return { created: items.length, existing: 0, rejections: [] }
}

function progressOf({ state, bytes, size }: Course) {
  const { rows, created, existing, failed } = state
  const text = `${rows} rows: ${created} created, ${existing} existing, ${failed} failed`
  return { done: bytes, total: size, text }
}

async function printResult({ run, state, errors, client }: Course): Promise<void> {
  const { rows, created, existing, failed } = state
  const file = failed > 0 ? errors.path : null
  const isDry = client === undefined
  const verb = isDry ? 'would be created' : 'created'
  const lines = [`${rows} rows: ${created} ${verb}, ${existing} existing, ${failed} failed`]
  if (file !== null) lines.push(`Rejected rows: ${file}`)
  await run.output.result(
    { dry_run: isDry, rows, created, existing, failed, errors_file: file },
    ...lines,
  )
}
