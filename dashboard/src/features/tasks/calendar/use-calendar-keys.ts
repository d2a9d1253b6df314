// The keys of the calendar: the focus goes from task to task and from day to day, and the task with it.
import { useQueryClient } from '@tanstack/react-query'
import type { Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { findTask } from '../data/task-cache.ts'
import type { PickerField } from '../pickers/picker-field.ts'

export type CalendarKeyActions = {
  onShift: (task: Task, days: number) => void
  onPick: (field: PickerField, task: Task, at: Element) => void
  onPeek: (task: Task) => void
  onStep: (by: 1 | -1) => void
  onToday: () => void
  onNew: () => void
  onFind: () => void
  onEscape: () => void
}

const WEEK = 7

const focused = (): HTMLElement | null =>
  document.activeElement?.closest<HTMLElement>('[data-card]') ?? null

/** In the order of days, and of tasks within a day. */
function moveFocus(by: number): void {
  const tasks = [...document.querySelectorAll<HTMLElement>('[data-day] [data-card]')]
  const here = focused()
  const at = here ? tasks.indexOf(here) + by : 0
  tasks[at]?.querySelector('a')?.focus()
}

/** To the nearest day on that side that has a task. */
function moveDay(by: 1 | -1): void {
  const days = [...document.querySelectorAll('[data-day]')]
  const here = focused()?.closest('[data-day]')
  if (!here) return moveFocus(0)
  for (let at = days.indexOf(here) + by; days[at]; at += by) {
    const link = days[at]?.querySelector<HTMLElement>('[data-card] a')
    if (link) return link.focus()
  }
}

export function useCalendarKeys(actions: CalendarKeyActions): void {
  const { t } = useTranslation(['calendar', 'tasks'])
  const client = useQueryClient()
  const now = useLatest(actions)
  useKeys(
    useMemo(() => {
      const current = () => {
        const id = focused()?.dataset['card']
        return id === undefined ? undefined : findTask(client, (task) => task.id === id)
      }
      const key = (keys: string, label: string, run: () => void): KeyBinding => ({
        keys,
        group: 'calendar',
        label,
        run,
      })
      const withTask = (act: (task: Task) => void) => () => {
        const task = current()
        if (task) act(task)
      }
      const shift = (days: number) => withTask((task) => now().onShift(task, days))
      const pick = (field: PickerField) => () => {
        const [task, at] = [current(), focused()]
        if (task && at) now().onPick(field, task, at)
      }
      return [
        key('j', t('calendar:keys.down'), () => moveFocus(1)),
        key('k', t('calendar:keys.up'), () => moveFocus(-1)),
        key('down', t('calendar:keys.down'), () => moveFocus(1)),
        key('up', t('calendar:keys.up'), () => moveFocus(-1)),
        key('left', t('calendar:keys.left'), () => moveDay(-1)),
        key('right', t('calendar:keys.right'), () => moveDay(1)),
        key('[', t('calendar:keys.earlier'), shift(-1)),
        key(']', t('calendar:keys.later'), shift(1)),
        key('{', t('calendar:keys.weekEarlier'), shift(-WEEK)),
        key('}', t('calendar:keys.weekLater'), shift(WEEK)),
        key('shift+left', t('calendar:previous'), () => now().onStep(-1)),
        key('shift+right', t('calendar:next'), () => now().onStep(1)),
        key('t', t('calendar:today'), () => now().onToday()),
        key('s', t('tasks:keys.status'), pick('status')),
        key('p', t('tasks:keys.priority'), pick('priority')),
        key('a', t('tasks:keys.assign'), pick('assignee')),
        key('l', t('tasks:keys.label'), pick('labels')),
        key('shift+d', t('tasks:keys.due'), pick('due_at')),
        key(
          'space',
          t('tasks:keys.peek'),
          withTask((task) => now().onPeek(task)),
        ),
        key('c', t('tasks:keys.new'), () => now().onNew()),
        key('/', t('tasks:keys.find'), () => now().onFind()),
        key('escape', t('tasks:keys.close'), () => now().onEscape()),
      ]
    }, [t, client, now]),
  )
}
