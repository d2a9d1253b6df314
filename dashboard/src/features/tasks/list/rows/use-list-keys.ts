// The keys of a list: moving, selecting, opening, and changing what is selected or under the keys.
import type { Priority, Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PRIORITIES } from '#api/transitions.gen.ts'
import type { PickerField } from '#features/tasks/pickers/picker-field.ts'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import type { Cursor } from './use-cursor.ts'

export type ListKeyActions = {
  cursor: Cursor
  onMoved: (task: Task) => void
  onPeek: (task: Task) => void
  onOpen: (task: Task) => void
  onPick: (field: PickerField) => void
  onPrioritize: (priority: Priority) => void
  onNew: () => void
  onFind: () => void
  onComplete: () => void
  onDelete: () => void
  /** Closes the innermost thing that is open. */
  onEscape: () => void
}

type Words = ReturnType<typeof useTranslation<['tasks', 'common']>>['t']

const key = (keys: string, label: string, run: () => void): KeyBinding => ({
  keys,
  group: 'list',
  label,
  run,
})

function bindings(t: Words, now: () => ListKeyActions): KeyBinding[] {
  const move = (by: number) => () => {
    const { cursor, onMoved } = now()
    const task = cursor.move(by)
    if (task) onMoved(task)
  }
  const withActive = (act: (task: Task) => void) => () => {
    const { active } = now().cursor
    if (active) act(active)
  }
  const pick = (field: PickerField) => () => now().onPick(field)
  return [
    key('j', t('keys.next'), move(1)),
    key('k', t('keys.previous'), move(-1)),
    key('down', t('keys.next'), move(1)),
    key('up', t('keys.previous'), move(-1)),
    key(
      'x',
      t('keys.select'),
      withActive((task) => now().cursor.toggle(task, false)),
    ),
    key(
      'shift+x',
      t('keys.selectRange'),
      withActive((task) => now().cursor.toggle(task, true)),
    ),
    key('mod+a', t('keys.selectAll'), () => now().cursor.checkAll()),
    key(
      'space',
      t('keys.peek'),
      withActive((task) => now().onPeek(task)),
    ),
    key(
      'enter',
      t('keys.open'),
      withActive((task) => now().onOpen(task)),
    ),
    key('c', t('keys.new'), () => now().onNew()),
    key('/', t('keys.find'), () => now().onFind()),
    key('s', t('keys.status'), pick('status')),
    key('p', t('keys.priority'), pick('priority')),
    ...PRIORITIES.map((priority, place) => {
      const label = `${t('keys.priority')}: ${t(`common:priority.${priority}`)}`
      return key(`${place + 1}`, label, () => now().onPrioritize(priority))
    }),
    key('a', t('keys.assign'), pick('assignee')),
    key('l', t('keys.label'), pick('labels')),
    key('d', t('acts.complete'), () => now().onComplete()),
    key('shift+d', t('keys.due'), pick('due_at')),
    key('delete', t('keys.delete'), () => now().onDelete()),
    key('escape', t('keys.close'), () => now().onEscape()),
  ]
}

export function useListKeys(actions: ListKeyActions): void {
  const { t } = useTranslation(['tasks', 'common'])
  const now = useLatest(actions)
  useKeys(useMemo(() => bindings(t, now), [t, now]))
}
