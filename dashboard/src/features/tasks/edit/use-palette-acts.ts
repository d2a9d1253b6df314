// What the palette offers for tasks: the acts of the task in hand, and those of the list around it.
import {
  IconAlertCircle,
  IconCalendarDue,
  IconCheck,
  IconCircleDashed,
  IconLink,
  IconPlus,
  IconSearch,
  IconTag,
  IconUser,
} from '@tabler/icons-react'
import type { Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showDone } from '#components/toasts/toasts.tsx'
import { type Action, useActions } from '#lib/actions.ts'
import { useLatest } from '#lib/use-latest.ts'
import { movesFrom } from '../data/status-moves.ts'
import { linkTo, referenceOf } from '../data/task-address.ts'
import type { PickerField } from '../pickers/picker-field.ts'
import { useTaskActions } from './use-task-actions.ts'

const pickers = [
  { field: 'status', keys: 's', icon: IconCircleDashed },
  { field: 'assignee', keys: 'a', icon: IconUser },
  { field: 'priority', keys: 'p', icon: IconAlertCircle },
  { field: 'labels', keys: 'l', icon: IconTag },
  { field: 'due_at', keys: 'shift+d', icon: IconCalendarDue },
] as const

const NONE = { actions: [] }

/** `onPick` opens the picker of a field where the task stands. */
export function useTaskActs(task: Task | undefined, onPick: (field: PickerField) => void): void {
  const { t } = useTranslation('tasks')
  const { move } = useTaskActions()
  const now = useLatest({ task, onPick })
  const on = task && referenceOf(task)
  const canComplete = task !== undefined && movesFrom(task.status).includes('completed')
  useActions(
    useMemo(() => {
      if (on === undefined) return NONE
      const complete: Action = {
        id: 'complete',
        label: t('acts.complete'),
        icon: IconCheck,
        keys: 'd',
        run: () => {
          const current = now().task
          if (current) void move([current], 'completed')
        },
      }
      const fields = pickers.map(
        ({ field, keys, icon }): Action => ({
          id: field,
          label: t(`acts.${field}`),
          icon,
          keys,
          run: () => now().onPick(field),
        }),
      )
      const link: Action = {
        id: 'link',
        label: t('copyLink'),
        icon: IconLink,
        run: () => {
          const current = now().task
          if (!current) return
          void navigator.clipboard.writeText(linkTo(current)).then(() => showDone(t('linkCopied')))
        },
      }
      return { on, actions: [...(canComplete ? [complete] : []), ...fields, link] }
    }, [on, canComplete, t, move, now]),
  )
}

export function useListActs(given: { onNew: () => void; onFind: () => void }): void {
  const { t } = useTranslation('tasks')
  const now = useLatest(given)
  useActions(
    useMemo(
      () => ({
        actions: [
          { id: 'new', label: t('new'), icon: IconPlus, keys: 'c', run: () => now().onNew() },
          {
            id: 'find',
            label: t('filterByText'),
            icon: IconSearch,
            keys: '/',
            run: () => now().onFind(),
          },
        ],
      }),
      [t, now],
    ),
  )
}
