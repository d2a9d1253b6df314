// `tasks export`: every task that matches, page by page. A file appears when it is complete.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { Task } from '@task-service/sdk'
import { taskQuery } from '#cli/commands/tasks/task-query.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { printJson } from '#cli/terminal/neutralize.ts'
import { Progress } from '#cli/terminal/progress.ts'
import { escapeFormula, printCsvRow } from './print-csv.ts'

const COLUMNS = [
  'number',
  'id',
  'title',
  'description',
  'status',
  'priority',
  'queue',
  'labels',
  'assignee',
  'delegate',
  'parent_id',
  'due_at',
  'not_before',
  'source',
  'external_id',
  'input',
  'result',
  'fields',
  'version',
  'created_at',
  'updated_at',
  'completed_at',
] as const satisfies (keyof Task)[]

type Write = (text: string) => Promise<void>

export async function exportTasks(run: CommandRun): Promise<void> {
  const { input, output } = run
  const file = input.text('output')
  if (file === undefined) {
    await writeTasks(run, (text) => output.write(text))
    return
  }
  const aside = `${file}.part`
  const stream = createWriteStream(aside, { mode: 0o600 })
  await once(stream, 'open')
  try {
    const count = await writeTasks(run, async (text) => {
      if (!stream.write(text)) await once(stream, 'drain')
    })
    stream.end()
    await once(stream, 'close')
    await rename(aside, file)
    output.note(`Wrote ${count} tasks to ${file}`)
  } finally {
    stream.destroy()
    await rm(aside, { force: true })
  }
}

async function writeTasks(run: CommandRun, write: Write): Promise<number> {
  const { input, output } = run
  const isCsv = input.text('format') === 'csv'
  const query = { ...taskQuery(input), limit: 200 }
  const client = await run.client({ isPatient: true })
  const progress = new Progress(output)
  // On one terminal, the tasks and the progress would be mixed.
  const isShown = output.stdout.isTTY !== true && output.stderr.isTTY === true
  const signal = run.signal()
  let count = 0
  if (isCsv) await write(printCsvRow(COLUMNS))
  for await (const { data } of client.tasks.list(query, { signal }).pages()) {
    await write(data.map((task) => (isCsv ? csvRow(task) : `${printJson(task)}\n`)).join(''))
    count += data.length
    if (isShown) progress.show({ done: count, text: `${count} tasks` })
  }
  if (isShown) progress.end({ done: count, text: `${count} tasks` })
  return count
}

const csvRow = (task: Task): string =>
  printCsvRow(COLUMNS.map((name) => escapeFormula(textOf(task[name]))))

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
