// `tasks webhooks listen`: forwards the events to a program on this computer, one after the other and in order.
import type { EventTypeSelector, TaskServiceEvent } from '@task-service/sdk'
import { describeSubject } from '#cli/commands/events/describe-subject.ts'
import { CommandError } from '#cli/program/command-error.ts'
import type { CommandRun } from '#cli/program/command-run.ts'
import { VERSION } from '#cli/program/version.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { type Attempt, forward, readForwardUrl } from './forward.ts'
import { positionKey, readPosition, readSecret, savePosition } from './listen-state.ts'
import { signMessage } from './sign-message.ts'

const SAVE_MS = 1_000

export async function listen(run: CommandRun): Promise<void> {
  const { input, output, environment } = run
  const { secret, isNew } = await readSecret(environment)
  if (input.flag('printSecret')) {
    await output.row({ secret }, secret)
    return
  }
  const target = input.text('forwardTo')
  if (target === undefined) {
    throw new CommandError(
      'usage',
      '--forward-to is missing.',
      'Add --forward-to localhost:3000/hooks',
    )
  }
  const url = readForwardUrl(target)
  const key = positionKey((await run.target()).url, url)
  const feed = await openFeed(run, key)
  output.note(`Forwarding events to ${url.href}. Ctrl+C ends.`)
  // Terminals and jobs keep what was printed.
  const hint = 'To print the signing secret, run: tasks webhooks listen --print-secret'
  output.note(isNew ? `Signing secret: ${secret}` : hint)
  const saver = createSaver(run, key)
  let left = input.count('limit') ?? Number.POSITIVE_INFINITY
  try {
    for await (const event of feed) {
      const attempt = await forwardEvent(run, event, url, secret)
      await output.row(rowOf(event, attempt), lineOf(run, event, attempt))
      await saver.save(feed.position)
      if (--left <= 0) break
    }
  } finally {
    await saver.end()
  }
}

async function openFeed(run: CommandRun, key: string) {
  const { input, output, environment } = run
  if (input.has('after') && input.flag('resume')) {
    throw new CommandError('usage', '--after and --resume cannot be used together.')
  }
  const saved = input.flag('resume') ? await readPosition(environment, key) : undefined
  if (input.flag('resume') && saved === undefined)
    output.note('No saved position: starting with new events.')
  const client = await run.client({ isPatient: true })
  return client.events.follow({
    types: input.texts('events') as EventTypeSelector[] | undefined, // the server checks them
    after: saved ?? input.text('after'),
    signal: run.signal(),
    onReconnect: (error) => {
      if (error !== undefined) output.note('Connection to the server lost. Reconnecting.')
    },
  })
}

function forwardEvent(
  run: CommandRun,
  event: TaskServiceEvent,
  url: URL,
  secret: string,
): Promise<Attempt> {
  const body = JSON.stringify(event)
  return forward({
    url,
    body,
    signal: run.signal(),
    headers: () => ({
      'user-agent': `task-service-cli/${VERSION}`,
      ...signMessage({ id: event.id, body, sentAt: new Date() }, secret),
    }),
    onDown: (error) => run.output.note(`${url.host} is down (${error}). Waiting for it.`),
  })
}

const rowOf = ({ id, type }: TaskServiceEvent, { status, error, ms }: Attempt) => ({
  event_id: id,
  type,
  status: status ?? null,
  error: error ?? null,
  duration_ms: ms,
})

function lineOf(run: CommandRun, event: TaskServiceEvent, { status, error, ms }: Attempt): string {
  const { paint } = run.output
  const isOk = status !== undefined && status >= 200 && status < 300
  return [
    paint('dim', new Date().toISOString().slice(11, 19)),
    paint(isOk ? 'green' : 'red', String(status ?? error)),
    paint('dim', `${ms} ms`.padStart(7)),
    paint('cyan', neutralizeLine(event.type)),
    neutralizeLine(describeSubject(event)),
    paint('dim', event.id),
  ].join('  ')
}

/** An event that was forwarded and not saved is forwarded again: receivers deduplicate by `webhook-id`. */
function createSaver({ environment }: CommandRun, key: string) {
  let savedMs = 0
  let unsaved: string | undefined
  const write = async (): Promise<void> => {
    if (unsaved === undefined) return
    await savePosition(environment, key, unsaved)
    unsaved = undefined
    savedMs = performance.now()
  }
  return {
    async save(position: string | undefined): Promise<void> {
      unsaved = position
      if (performance.now() - savedMs > SAVE_MS) await write()
    },
    end: write,
  }
}
