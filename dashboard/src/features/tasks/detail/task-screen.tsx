// One task as a page.
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import type { Priority, Task } from '@task-service/contract'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { PRIORITIES } from '#api/transitions.gen.ts'
import { Page } from '#components/page/page.tsx'
import { ErrorState } from '#components/states/error-state.tsx'
import { useTaskActs } from '#features/tasks/edit/use-palette-acts.ts'
import { useTaskActions } from '#features/tasks/edit/use-task-actions.ts'
import type { NamedField, PickerField } from '#features/tasks/pickers/picker-field.ts'
import { PickerProvider, usePicker } from '#features/tasks/pickers/picker-provider.tsx'
import { type KeyBinding, useKeys } from '#lib/keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { LinkTool, TaskMenu } from './head/task-tools.tsx'
import { forgetNeighbors, Neighbors } from './page/neighbors.tsx'
import { NARROW, TaskPage } from './page/task-page.tsx'
import { StepButtons } from './talk/step-buttons.tsx'
import classes from './task-detail.module.css'
import { useTask } from './use-task.ts'

export function TaskScreen() {
  const { task = '' } = useParams({ strict: false })
  useEffect(() => forgetNeighbors, [])
  return (
    <PickerProvider>
      <LoadedScreen reference={task.toUpperCase().startsWith('T-') ? task.toUpperCase() : task} />
    </PickerProvider>
  )
}

const fields: [string, NamedField][] = [
  ['s', 'status'],
  ['p', 'priority'],
  ['a', 'assignee'],
  ['shift+a', 'delegate'],
  ['q', 'queue'],
  ['l', 'labels'],
  ['shift+d', 'due_at'],
]

function useTaskKeys(task: Task | undefined): void {
  const { t } = useTranslation(['detail', 'common'])
  const openPicker = usePicker()
  const { prioritise } = useTaskActions()
  const pick = useLatest((field: PickerField) => {
    // Where there is room for few of them, the others open beside those.
    const at =
      document.querySelector(`[data-property="${field}"]`) ??
      document.querySelector('[data-properties]')
    if (task && at) openPicker(field, [task], at)
  })
  const set = useLatest((priority: Priority) => {
    if (task) void prioritise([task], priority)
  })
  useTaskActs(task, (field) => pick()(field))
  useKeys(
    useMemo(
      () => [
        ...fields.map(([keys, field]): KeyBinding => {
          const run = () => pick()(field)
          return { keys, group: 'task', label: t(`detail:field.${field}`), run }
        }),
        ...PRIORITIES.map((priority, place): KeyBinding => {
          const label = `${t('detail:field.priority')}: ${t(`common:priority.${priority}`)}`
          return { keys: `${place + 1}`, group: 'task', label, run: () => set()(priority) }
        }),
      ],
      [t, pick, set],
    ),
  )
}

function LoadedScreen({ reference }: { reference: string }) {
  const { t } = useTranslation('task')
  const navigate = useNavigate()
  const { data: task, error, refetch } = useTask(reference)
  const isPhone = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  useTaskKeys(task)
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
            {!isPhone && <Neighbors task={task} />}
            <LinkTool task={task} />
            <TaskMenu task={task} onDeleted={() => void navigate({ to: '/tasks' })} />
            {!isPhone && <StepButtons key={task.id} task={task} />}
          </>
        )
      }
    >
      {task ? (
        <TaskPage task={task} />
      ) : (
        error && (
          <ErrorState
            what={reference}
            error={error}
            back={{ to: '/tasks', label: t('back') }}
            onRetry={() => void refetch()}
          />
        )
      )}
    </Page>
  )
}
