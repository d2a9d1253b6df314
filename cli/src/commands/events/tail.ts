// `tasks events tail`
import type { EventTypeSelector, TaskServiceEvent } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import { clockTime } from '#cli/terminal/describe-time.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { describeSubject } from './describe-subject.ts'

export async function tail(run: CommandRun): Promise<void> {
  const { input, output } = run
  const client = await run.client({ isPatient: true })
  const feed = client.events.follow({
    types: input.texts('type') as EventTypeSelector[] | undefined, // the server checks them
    after: input.text('after'),
    signal: run.signal(),
    onReconnect: (error) => {
      if (error !== undefined) output.note('Connection lost. Reconnecting.')
    },
  })
  let left = input.count('limit') ?? Number.POSITIVE_INFINITY
  try {
    for await (const event of feed) {
      await output.row(event, eventLine(run, event))
      if (--left <= 0) break
    }
  } finally {
    const { position } = feed
    if (position !== undefined) output.note(`Continue with: --after ${position}`)
  }
}

function eventLine({ output: { paint } }: CommandRun, event: TaskServiceEvent): string {
  const { type, timestamp, actor, changed } = event
  const who = `${actor.kind} ${actor.id}`
  const what = [describeSubject(event), changed.length > 0 ? `(${changed.join(', ')})` : '']
  return [
    paint('dim', clockTime(timestamp)),
    paint('cyan', neutralizeLine(type)),
    neutralizeLine(what.filter(Boolean).join(' ')),
    paint('dim', neutralizeLine(who)),
  ].join('  ')
}
