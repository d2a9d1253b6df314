// One task as a page.
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Page } from '#components/page/page.tsx'
import { useTaskActs } from '#features/tasks/edit/use-palette-acts.ts'
import type { PickerField } from '#features/tasks/pickers/picker-field.ts'
import { PickerProvider, usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { LinkTool, TaskMenu } from './head/task-tools.tsx'
import classes from './task-detail.module.css'
import { TaskDetail } from './task-detail.tsx'
import { useTask } from './use-task.ts'

export function TaskScreen() {
  const { task = '' } = useParams({ strict: false })
  return (
    <PickerProvider>
      <TaskPage reference={task.toUpperCase().startsWith('T-') ? task.toUpperCase() : task} />
    </PickerProvider>
  )
}

const fields: [string, PickerField][] = [
  ['s', 'status'],
  ['p', 'priority'],
  ['a', 'assignee'],
  ['l', 'labels'],
  ['d', 'due_at'],
]

function useTaskKeys(task: Task | undefined): void {
  const { t } = useTranslation('tasks')
  const openPicker = usePicker()
  const pick = useLatest((field: PickerField) => {
    const at = document.querySelector(`[data-property="${field}"]`)
    if (task && at) openPicker(field, [task], at)
  })
  useTaskActs(task, (field) => pick()(field))
  useKeys(
    useMemo(
      () =>
        fields.map(([keys, field]): KeyBinding => {
          const run = () => pick()(field)
          return { keys, group: 'task', label: t(`field.${field}`), run }
        }),
      [t, pick],
    ),
  )
}

function TaskPage({ reference }: { reference: string }) {
  const { t } = useTranslation('task')
  const navigate = useNavigate()
  const asked = useTask(reference)
  useTaskKeys(asked.data)
  const task = asked.data
  return (
    <Page
      title={task ? `T-${task.number}` : reference}
      bleed
      crumb={
        <Link to="/tasks" className={classes['back'] ?? ''} data-back>
          <IconArrowLeft size={18} stroke={1.75} aria-hidden="true" />
          <span>{t('back')}</span>
        </Link>
      }
      actions={
        task && (
          <>
            <LinkTool task={task} />
            <TaskMenu task={task} onDeleted={() => void navigate({ to: '/tasks' })} />
          </>
        )
      }
    >
      <div className={classes['page']}>
        <TaskDetail reference={reference} asked={asked} />
      </div>
    </Page>
  )
}
