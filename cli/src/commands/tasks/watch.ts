// `tasks watch`: reads the list again when an event says that a task has changed.
import { setTimeout as sleep } from 'node:timers/promises'
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
  const ended = new AbortController()
  const signal = AbortSignal.any([run.signal(), ended.signal])
  const feed = client.events.follow({ types: TYPES, signal })
  const changes = new Changes()
  const follow = async (): Promise<void> => {
    for await (const _ of feed) changes.add()
  }
  const refresh = async (): Promise<void> => {
    await untilConnected(() => feed.position !== undefined || signal.aborted)
    while (!signal.aborted) {
      await show(await readTasks(client, query, signal))
      await changes.taken()
      await sleep(REFRESH_MS)
    }
  }
  try {
    // The feed first: a change between the list and the feed would be missed otherwise.
    await Promise.race([follow(), refresh()])
  } catch (error) {
    if (!run.signal().aborted) throw error
  } finally {
    ended.abort()
  }
}

/** Many changes at once are one request. */
class Changes {
  #isAny = false
  #resume: (() => void) | undefined

  add(): void {
    this.#isAny = true
    this.#resume?.()
  }

  /** Waits for one, and takes all that there are. */
  async taken(): Promise<void> {
    if (!this.#isAny) {
      await new Promise<void>((resume) => {
        this.#resume = resume
      })
    }
    this.#isAny = false
  }
}

async function untilConnected(isConnected: () => boolean): Promise<void> {
  for (let waited = 0; waited < CONNECT_MS && !isConnected(); waited += STEP_MS) {
    await sleep(STEP_MS)
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
