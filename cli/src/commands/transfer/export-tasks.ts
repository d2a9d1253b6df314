// `tasks export`: every task that matches, page by page. A file appears when it is complete.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import type { TaskService } from '@task-service/sdk'
import { taskQuery } from '#cli/commands/tasks/task-query.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { printJson } from '#cli/terminal/neutralize.ts'
import { Progress } from '#cli/terminal/progress.ts'

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
  const client = await run.client({ isPatient: true })
  if (input.text('format') === 'csv') return writeCsv(run, client, write)
  const query = { ...taskQuery(input), limit: 200 }
  const progress = new Progress(output)
  // On one terminal, the tasks and the progress would be mixed.
  const isShown = output.stdout.isTTY !== true && output.stderr.isTTY === true
  const signal = run.signal()
  let count = 0
  for await (const { data } of client.tasks.list(query, { signal }).pages()) {
    await write(data.map((task) => `${printJson(task)}\n`).join(''))
    count += data.length
    if (isShown) progress.show({ done: count, text: `${count} tasks` })
  }
  if (isShown) progress.end({ done: count, text: `${count} tasks` })
  return count
}

/** The file that the service makes, with its columns. */
async function writeCsv(run: CommandRun, client: TaskService, write: Write): Promise<number> {
  const options = { signal: run.signal() }
  const { body } = await client.tasks.export(taskQuery(run.input), options)
  const text = (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())
  let rows = 0
  let isQuoted = false
  for await (const piece of text) {
    for (const character of piece) {
      if (character === '"') isQuoted = !isQuoted
      else if (character === '\n' && !isQuoted) rows++
    }
    await write(piece)
  }
  return Math.max(0, rows - 1)
}
