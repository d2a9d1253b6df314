// `tasks watch`: reads the list again when an event says that a task has changed.
import type { EventTypeSelector, Task, TaskListQuery, TaskService } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { Table } from '#cli/terminal/table.ts'
import { taskQuery } from './task-query.ts'
import { taskColumns } from './task-view.ts'

const REFRESH_MS = 300
const PAGE_MAX = 200
/** The list is shown after this time even if the stream is not open yet. */
const CONNECT_MS = 3_000
const STEP_MS = 20
const TYPES: EventTypeSelector[] = ['task.*']
const HIDE_CURSOR = '\u001b[?25l'
const SHOW_CURSOR = '\u001b[?25h'
const CLEAR = '\u001b[H\u001b[J'

type Change = 'listed' | 'added' | 'changed' | 'removed'

export async function watch(run: CommandRun): Promise<void> {
  const { output } = run
  const client = await run.client({ isPatient: true })
  const show = output.isInteractive ? createScreen(run) : createLines(run)
  const query = { ...taskQuery(run.input), limit: limitOf(run) }
  const signal = run.signal()
  const refresh = async (): Promise<void> => {
    if (!signal.aborted) await show(await readTasks(client, query, signal))
  }
  // The feed first: a change between the list and the feed would be missed otherwise.
  const feed = client.events.follow({ types: TYPES, signal })
  const changes = feed[Symbol.asyncIterator]()
  let next = changes.next()
  await untilConnected(() => feed.position !== undefined || signal.aborted)
  await refresh()
  try {
    while (!signal.aborted && (await next).done !== true) {
      // Many changes at once are one request.
      await new Promise((resume) => setTimeout(resume, REFRESH_MS))
      next = changes.next()
      await refresh()
    }
  } catch (error) {
    if (!signal.aborted) throw error
  }
}

async function untilConnected(isConnected: () => boolean): Promise<void> {
  for (let waited = 0; waited < CONNECT_MS && !isConnected(); waited += STEP_MS) {
    await new Promise((resume) => setTimeout(resume, STEP_MS))
  }
}

async function readTasks(
  client: TaskService,
  query: TaskListQuery,
  signal: AbortSignal,
): Promise<Task[]> {
  const { data } = await client.tasks.list(query, { signal })
  return data
}

function limitOf({ input, output }: CommandRun): number {
  const fits = output.isInteractive ? (output.stdout.rows ?? 24) - 4 : PAGE_MAX
  return Math.max(1, Math.min(PAGE_MAX, input.count('limit') ?? fits))
}

function createScreen({ output }: CommandRun): (tasks: readonly Task[]) => Promise<void> {
  process.once('exit', () => output.stdout.write(SHOW_CURSOR))
  return async (tasks) => {
    const lines = new Table(taskColumns, output.paint, output.columns).print(tasks)
    const head = output.paint(
      'dim',
      `${tasks.length} tasks, ${new Date().toLocaleTimeString()}. Ctrl+C ends.`,
    )
    await output.write(`${HIDE_CURSOR}${CLEAR}${head}\n\n${lines.join('\n')}\n`)
  }
}

function createLines({ output }: CommandRun): (tasks: readonly Task[]) => Promise<void> {
  let shown: ReadonlyMap<string, Task> | undefined
  const print = (change: Change, task: Task): Promise<void> => {
    const { number, title, status } = task
    const state = output.paint(colorOfState(status), status)
    const name = `T-${number}  ${state}  ${neutralizeLine(title)}`
    return output.row({ change, task }, `${change.padEnd(7)}  ${name}`)
  }
  return async (tasks) => {
    const now = new Map(tasks.map((task) => [task.id, task]))
    for (const task of tasks) {
      const before = shown?.get(task.id)
      if (shown === undefined) await print('listed', task)
      else if (before === undefined) await print('added', task)
      else if (before.version !== task.version) await print('changed', task)
    }
    for (const task of shown?.values() ?? []) if (!now.has(task.id)) await print('removed', task)
    shown = now
  }
}
