// `tasks import`: uploads a file, checks it in a dry run, and follows the import, which the service does.
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Import, ResponseInfo, TaskService } from '@task-service/sdk'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import type { ExitName } from '#cli/program/exit-codes.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { Progress } from '#cli/terminal/progress.ts'
import { type ImportFile, openImportFile, uploadKey } from './import-file.ts'
import { mergeMapping, readDelimiter, readMapping } from './import-mapping.ts'

const POLL_MS = 300

type Course = { run: CommandRun; client: TaskService; file: ImportFile; isDry: boolean }

export async function importTasks(run: CommandRun): Promise<ExitName> {
  const { input } = run
  const isDry = input.flag('dryRun')
  const file = await openImportFile(input.arg(0), input.text('format'))
  try {
    const course = { run, client: await run.client({ isPatient: true }), file, isDry }
    const { started, isRepeated } = await upload(course)
    const ended = await follow(course, started)
    const known = isRepeated && started.state === 'finished'
    return await report(course, ended, known)
  } finally {
    await file.remove()
  }
}

/** A file that was uploaded before is the same import, whatever became of it. */
async function upload(course: Course): Promise<{ started: Import; isRepeated: boolean }> {
  const { run, client, file, isDry } = course
  const { input } = run
  const mapping = readMapping(input)
  const delimiter = readDelimiter(input)
  const isFresh = isDry || input.flag('restart')
  const idempotencyKey = uploadKey(
    isFresh ? undefined : [file.digest, file.format, mapping, delimiter],
  )
  let isRepeated = false
  const onResponse = ({ headers }: ResponseInfo): void => {
    isRepeated = headers.get('idempotency-replayed') === 'true'
  }
  const query = { name: file.name, format: file.format, ...(delimiter && { delimiter }) }
  const options = { idempotencyKey, signal: run.signal(), onResponse }
  const made = await client.imports.create(file.content, query, options)
  if (isRepeated) return { started: await continueImport(course, made.id), isRepeated }
  if (input.flag('resume')) {
    await client.imports.delete(made.id)
    throw new CommandError('usage', 'No import of this file with these options was interrupted.')
  }
  const fields = mergeMapping(made, mapping)
  noteMapping(run, made, fields)
  const { defaults } = mapping
  try {
    return {
      started: await client.imports.validate(made.id, { mapping: fields, defaults }),
      isRepeated,
    }
  } catch (error) {
    // Otherwise the same command with the right options would find this one.
    await client.imports.delete(made.id)
    throw error
  }
}

function noteMapping({ output }: CommandRun, made: Import, mapping: Import['mapping']): void {
  const used = mapping.map(({ column, field }) => `${neutralizeLine(column)} → ${field}`)
  output.note(`Columns: ${used.join(', ')}`)
  const isUsed = (name: string) => mapping.some(({ column }) => column === name)
  const ignored = made.columns
    .map(({ name }) => name)
    .filter((name) => !isUsed(name) && !name.startsWith('_'))
  if (ignored.length > 0) output.note(`Ignored columns: ${ignored.map(neutralizeLine).join(', ')}`)
}

async function continueImport({ run, client }: Course, id: string): Promise<Import> {
  const found = await client.imports.get(id)
  const { state, progress } = found
  if (state === 'uploaded') return client.imports.validate(id)
  if (state !== 'canceled' && state !== 'failed') return found
  if (!run.input.flag('resume')) {
    throw new CommandError(
      'usage',
      `An import of this file was interrupted after ${progress.rows_done} rows.`,
      'To continue, add --resume. To start again, add --restart; rows without an external ID are created again.',
    )
  }
  run.output.note(`Continuing after ${progress.rows_done} rows.`)
  return progress.rows_total === null ? client.imports.validate(id) : client.imports.start(id)
}

/** Until the import has ended; a dry run, until all rows were checked. */
async function follow({ run, client, isDry }: Course, first: Import): Promise<Import> {
  const signal = run.signal()
  const progress = new Progress(run.output)
  let current = first
  for (;;) {
    const { state, id } = current
    if (signal.aborted) {
      progress.clear()
      await stop(run, client, current)
      throw signal.reason
    }
    if (state === 'ready' && !isDry) current = await client.imports.start(id)
    else if (state !== 'validating' && state !== 'importing') break
    progress.show(progressOf(current))
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    current = await client.imports.get(id)
  }
  progress.end(progressOf(current))
  return current
}

async function stop({ output }: CommandRun, client: TaskService, { id }: Import): Promise<void> {
  const stopped = await client.imports.cancel(id).catch(() => client.imports.get(id))
  const { rows_done: rows } = stopped.progress
  if (stopped.state === 'canceled') {
    output.note(`Stopped after ${rows} rows. To continue, add --resume.`)
  }
}

function progressOf({ state, progress, created, existing, rejected, bytes }: Import) {
  const { rows_done: rows, rows_per_second: rate, seconds_left: left } = progress
  const speed = rate === null ? '' : `, ${rate} rows/s`
  const rest = left === null ? '' : `, ${left} s left`
  const counts = `${rows} rows: ${created} created, ${existing} existing, ${rejected} failed`
  return { done: progress.bytes_done, total: bytes, text: `${state}: ${counts}${speed}${rest}` }
}

async function report(
  { run, client, file, isDry }: Course,
  ended: Import,
  isKnown: boolean,
): Promise<ExitName> {
  if (ended.state !== 'finished' && !isDry) {
    throw new CommandError('rejected', ended.failure ?? `The import is ${ended.state}.`)
  }
  if (ended.failure !== null) throw new CommandError('rejected', ended.failure)
  const { rejected: failed } = ended
  const path = failed > 0 ? await writeErrors(run, client, ended, file) : null
  const rows = ended.progress.rows_done
  // A repeated command finds the tasks of the first one.
  const made = isDry ? ended.valid : isKnown ? 0 : ended.created
  const existing = ended.existing + (isKnown ? ended.created : 0)
  const verb = isDry ? 'would be created' : 'created'
  const lines = [`${rows} rows: ${made} ${verb}, ${existing} existing, ${failed} failed`]
  for (const { line, column, message } of isDry ? ended.errors : []) {
    lines.push(neutralizeLine(`line ${line}${column === null ? '' : `, ${column}`}: ${message}`))
  }
  if (path !== null) lines.push(`Rejected rows: ${path}`)
  if (isDry) await client.imports.delete(ended.id)
  const result = { dry_run: isDry, rows, created: made, existing, failed, errors_file: path }
  await run.output.result(result, ...lines)
  return failed > 0 ? 'rejected' : 'ok'
}

async function writeErrors(
  { input }: CommandRun,
  client: TaskService,
  { id }: Import,
  { format }: ImportFile,
): Promise<string> {
  const name = input.arg(0) === '-' ? 'import' : input.arg(0)
  const path = input.text('errors') ?? `${name}.errors.${format}`
  const { body } = await client.imports.errors(id, { format })
  if (body !== null)
    await pipeline(Readable.fromWeb(body), createWriteStream(path, { mode: 0o600 }))
  return path
}
