// The keys of the board: the focus goes from card to card, and the card with it from column to column.
import { useQueryClient } from '@tanstack/react-query'
import type { Status, Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { movesFrom } from '#features/tasks/data/status-moves.ts'
import { findTask } from '#features/tasks/data/task-cache.ts'
import type { PickerField } from '#features/tasks/pickers/picker-field.ts'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'

export type BoardKeyActions = {
  columns: readonly Status[]
  onMove: (task: Task, status: Status) => void
  onPick: (field: PickerField, task: Task, at: Element) => void
  onPeek: (task: Task) => void
  onOpen: (task: Task) => void
  onNew: () => void
  onFind: () => void
  onEscape: () => void
}

const focusedCard = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-card]') ?? null

const focusCard = (card: Element | null | undefined): void =>
  card?.querySelector<HTMLElement>('a')?.focus()

const topOf = (card: Element): number => card.getBoundingClientRect().top

/** From top to bottom; with rows, a column has a part in each of them. */
function cardsOf(column: string | undefined): Element[] {
  const parts = document.querySelectorAll(`[data-column="${column}"]`)
  const cards = [...parts].flatMap((part) => [...part.querySelectorAll('[data-card]')])
  return cards.toSorted((a, b) => topOf(a) - topOf(b))
}

const columnOf = (card: HTMLElement | null): string | undefined =>
  (
    card?.closest<HTMLElement>('[data-column]') ??
    document.querySelector<HTMLElement>('[data-column]')
  )?.dataset['column']

function moveDown(by: number): void {
  const card = focusedCard()
  const cards = cardsOf(columnOf(card))
  focusCard(card ? cards[cards.indexOf(card) + by] : cards[0])
}

function moveAcross(by: number): void {
  const card = focusedCard()
  if (!card) return moveDown(0)
  const parts = document.querySelectorAll<HTMLElement>('[data-column]')
  const columns = [...new Set([...parts].map(({ dataset }) => dataset['column']))]
  let at = columns.indexOf(columnOf(card)) + by
  // An empty column has nothing to stand on.
  while (columns[at] && cardsOf(columns[at]).length === 0) at += by
  const away = (one: Element) => Math.abs(topOf(one) - topOf(card))
  if (columns[at]) focusCard(cardsOf(columns[at]).toSorted((a, b) => away(a) - away(b))[0])
}

/** The next column on that side that takes the task. */
export function nextStatus(task: Task, columns: readonly Status[], by: 1 | -1): Status | undefined {
  const here = columns.indexOf(task.status)
  const side = by === 1 ? columns.slice(here + 1) : columns.slice(0, Math.max(here, 0)).toReversed()
  return side.find((status) => movesFrom(task.status).includes(status))
}

type Words = ReturnType<typeof useTranslation<['board', 'tasks']>>['t']
type Acting = { now: () => BoardKeyActions; current: () => Task | undefined }

const key = (keys: string, label: string, run: () => void): KeyBinding => ({
  keys,
  group: 'board',
  label,
  run,
})

function movingKeys(t: Words, { now, current }: Acting): KeyBinding[] {
  const shift = (by: 1 | -1) => () => {
    const task = current()
    const to = task && nextStatus(task, now().columns, by)
    if (task && to) now().onMove(task, to)
  }
  return [
    key('j', t('board:keys.down'), () => moveDown(1)),
    key('k', t('board:keys.up'), () => moveDown(-1)),
    key('down', t('board:keys.down'), () => moveDown(1)),
    key('up', t('board:keys.up'), () => moveDown(-1)),
    key('left', t('board:keys.left'), () => moveAcross(-1)),
    key('right', t('board:keys.right'), () => moveAcross(1)),
    key('[', t('board:keys.back'), shift(-1)),
    key(']', t('board:keys.on'), shift(1)),
  ]
}

function actingKeys(t: Words, { now, current }: Acting): KeyBinding[] {
  const pick = (field: PickerField) => () => {
    const task = current()
    const at = focusedCard()
    if (task && at) now().onPick(field, task, at)
  }
  const withTask = (act: (task: Task) => void) => () => {
    const task = current()
    if (task) act(task)
  }
  return [
    key('m', t('board:move'), pick('status')),
    key('s', t('tasks:keys.status'), pick('status')),
    key('p', t('tasks:keys.priority'), pick('priority')),
    key('a', t('tasks:keys.assign'), pick('assignee')),
    key('l', t('tasks:keys.label'), pick('labels')),
    key(
      'd',
      t('tasks:acts.complete'),
      withTask((task) => {
        if (movesFrom(task.status).includes('completed')) now().onMove(task, 'completed')
      }),
    ),
    key('shift+d', t('tasks:keys.due'), pick('due_at')),
    key(
      'space',
      t('tasks:keys.peek'),
      withTask((task) => now().onPeek(task)),
    ),
    key(
      'o',
      t('tasks:keys.open'),
      withTask((task) => now().onOpen(task)),
    ),
    key('c', t('tasks:keys.new'), () => now().onNew()),
    key('/', t('tasks:keys.find'), () => now().onFind()),
    key('escape', t('tasks:keys.close'), () => now().onEscape()),
  ]
}

export function useBoardKeys(actions: BoardKeyActions): void {
  const { t } = useTranslation(['board', 'tasks'])
  const client = useQueryClient()
  const now = useLatest(actions)
  useKeys(
    useMemo(() => {
      const current = () => {
        const id = focusedCard()?.dataset['card']
        return id === undefined ? undefined : findTask(client, (task) => task.id === id)
      }
      const acting = { now, current }
      return [...movingKeys(t, acting), ...actingKeys(t, acting)]
    }, [t, client, now]),
  )
}
