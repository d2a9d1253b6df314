// `tasks integrations sync`, and its progress until the sync has ended.
import { setTimeout as sleep } from 'node:timers/promises'
import type { SyncRun, TaskService } from '@task-service/sdk'
import type { CommandRun } from '#cli/program/command-run.ts'
import type { ExitName } from '#cli/program/exit-codes.ts'
import { neutralizeLine } from '#cli/terminal/neutralize.ts'
import { colorOfState } from '#cli/terminal/paint.ts'
import { Progress } from '#cli/terminal/progress.ts'
import { findIntegration } from './integrations.ts'

const POLL_MS = 500

export async function sync(run: CommandRun): Promise<ExitName> {
  const { input, output } = run
  const isFollowed = input.flag('follow')
  const client = await run.client({ isPatient: isFollowed })
  const { id, name } = await findIntegration(client, input.arg(0))
  const before = await newestRun(client, id)
  const asked = await client.integrations.sync(id, { full: input.flag('full') })
  if (!isFollowed) {
    const text = asked.state === 'running' ? 'Sync started' : 'Sync requested'
    await output.result(asked, `${text} for ${neutralizeLine(name)}. To see its progress: --follow`)
    return 'ok'
  }
  const ended = await follow(run, client, asked.run ?? (await nextRun(client, id, before?.id)))
  await output.result(ended, ...describeEnd(run, ended))
  return ended.state === 'succeeded' && ended.failed === 0 ? 'ok' : 'rejected'
}

async function newestRun(client: TaskService, id: string): Promise<SyncRun | undefined> {
  return (await client.integrations.runs(id, { limit: 1 })).data[0]
}

/** A worker starts it in a moment, or when the current one has ended. */
async function nextRun(client: TaskService, id: string, before?: string): Promise<SyncRun> {
  for (;;) {
    const newest = await newestRun(client, id)
    if (newest !== undefined && newest.id !== before) return newest
    await sleep(POLL_MS)
  }
}

const isEnded = ({ state }: SyncRun): boolean => state !== 'running' && state !== 'stalled'

async function follow({ output }: CommandRun, client: TaskService, first: SyncRun) {
  const progress = new Progress(output)
  let current = first
  while (!isEnded(current)) {
    progress.show(progressOf(current))
    await sleep(POLL_MS)
    current = await client.syncRuns.get(current.id)
  }
  progress.end(progressOf(current))
  return current
}

function progressOf({ read, total, created, changed, failed, state }: SyncRun) {
  const of = total === null ? '' : ` of ${total}`
  const text = `${state}: ${read}${of} read, ${created} created, ${changed} changed, ${failed} failed`
  return { done: read, total, text }
}

function describeEnd({ output }: CommandRun, ended: SyncRun): string[] {
  const state = output.paint(colorOfState(ended.state), ended.state)
  const { read, created, changed, removed, failed, error } = ended
  const lines = [
    `Sync ${state}: ${read} read, ${created} created, ${changed} changed, ${removed} removed, ${failed} failed`,
  ]
  if (error !== null) lines.push(`Error: ${neutralizeLine(error.message)}`)
  if (error?.fix !== undefined) lines.push(`Fix: ${neutralizeLine(error.fix)}`)
  return lines
}
