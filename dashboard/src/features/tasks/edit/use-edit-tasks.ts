// Changes tasks at once on the screen, then at the server; says what was done and how to take it back.

import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Status, Task, TaskChange } from '@task-service/contract'
import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import { showDone, showFailure } from '#components/toasts/toasts.tsx'
import { applyTasks } from '../data/task-cache.ts'
import type { Change } from './change.ts'
import { type Refusal, sendChanges } from './send-changes.ts'
import { changesBack, nextRound, restOf } from './undo-changes.ts'

/** The sentence for the toast: what happened to how many. */
export type Say = (done: readonly Task[]) => string

export type EditTasks = (
  tasks: readonly Task[],
  /** Undefined where the task already is as wanted. */
  change: (task: Task) => TaskChange | undefined,
  say: Say,
) => Promise<readonly Task[]>

export const nameOf = (task: Task): string => `T-${task.number}`

/** A checklist gets its IDs from the service, and has a preview of its own. */
const preview = ({
  task,
  changes: { checklist: _checklist, fields, ...changes },
}: Change): Task => ({
  ...task,
  ...changes,
  ...(fields && { fields: withFields(task.fields, fields) }),
})

/** Null removes a value; values of custom fields have no parts. */
function withFields(fields: Task['fields'], patch: Record<string, unknown>): Task['fields'] {
  const merged = Object.entries({ ...fields, ...patch })
  return Object.fromEntries(merged.filter(([, value]) => value !== null))
}

const READ_AGAIN = 20

/** A rejected change means that the screen was out of date. */
async function readAgain(client: QueryClient, tasks: readonly Task[]): Promise<void> {
  const answers = await Promise.allSettled(
    tasks.map((task) => call('tasks.get', { params: { task: task.id } })),
  )
  const found = answers.flatMap((one) => (one.status === 'fulfilled' ? [one.value.body] : []))
  applyTasks(client, found, 'answer')
}

async function makeChanges(client: QueryClient, planned: readonly Change[]) {
  applyTasks(client, planned.map(preview), 'mine')
  const outcome = await sendChanges(planned)
  const refused = outcome.refused.map(({ task }) => task)
  applyTasks(client, refused, 'answer')
  void readAgain(client, refused.slice(0, READ_AGAIN))
  applyTasks(
    client,
    outcome.done.map(({ after }) => after),
    'answer',
  )
  return outcome
}

type Words = ReturnType<typeof useTranslation<['tasks', 'common']>>['t']
type Given = { client: QueryClient; t: Words }

function describe(t: Words, refused: readonly Refusal[]): string {
  const [first] = refused
  const word = (status: Status) => t(`tasks:statusChoice.${status}`)
  const why = first?.isOvertaken
    ? t('tasks:rejected.overtaken')
    : first?.allowed
      ? t('tasks:rejected.allowed', { list: first.allowed.map(word).join(', ') })
      : (first?.detail ?? '')
  const task = first ? nameOf(first.task) : ''
  return t('tasks:rejected.tasks', { count: refused.length, task, why })
}

type Done = { before: Task; after: Task; changes: TaskChange }

async function undo({ client, t }: Given, done: readonly Done[]): Promise<void> {
  let plans = done.map(({ before, after, changes }) => ({
    task: after,
    steps: changesBack(after, before, changes),
  }))
  const kept: Refusal[] = []
  while (plans.length > 0) {
    const round = await makeChanges(client, nextRound(plans))
    kept.push(...round.refused)
    plans = restOf(plans, round.done)
  }
  if (kept.length > 0) showFailure(describe(t, kept))
  if (kept.length === done.length) return
  showDone(t('tasks:undone', { count: done.length - kept.length }))
}

async function editTasks(
  given: Given,
  ...[tasks, change, say]: Parameters<EditTasks>
): Promise<readonly Task[]> {
  const planned = tasks.flatMap((task) => {
    const changes = change(task)
    return changes ? [{ task, changes }] : []
  })
  if (planned.length === 0) return tasks
  const changedBy = new Map(planned.map(({ task, changes }) => [task.id, changes]))
  const { done, refused } = await makeChanges(given.client, planned)
  const after = done.map((one) => one.after)
  if (done.length > 0) {
    const changed = done.map((one) => ({ ...one, changes: changedBy.get(one.before.id) ?? {} }))
    showDone(say(after), () => void undo(given, changed))
  }
  if (refused.length > 0) {
    const again = refused.filter(({ isPassing }) => isPassing).map(({ task }) => task)
    const retry = () => void editTasks(given, again, change, say)
    showFailure(describe(given.t, refused), again.length > 0 ? retry : undefined)
  }
  return tasks.map((task) => after.find(({ id }) => id === task.id) ?? task)
}

export function useEditTasks(): EditTasks {
  const client = useQueryClient()
  const { t } = useTranslation(['tasks', 'common'])
  return useCallback((...asked) => editTasks({ client, t }, ...asked), [client, t])
}
