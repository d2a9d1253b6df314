// What can be chosen for a task before it exists: status, priority, who it is for.
import { Popover } from '@mantine/core'
import type { Priority, TaskCreate } from '@task-service/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PriorityIcon } from '#components/marks/priority-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { StatusMark } from '../marks/status-mark.tsx'
import { AssigneeChoices } from '../pickers/assignee-choices.tsx'
import { ChoiceList } from '../pickers/choice-list.tsx'
import pickers from '../pickers/pickers.module.css'
import { PriorityChoices } from '../pickers/priority-choices.tsx'
import classes from './inline-create.module.css'

/** What a new task has before anything is typed: where it is added, and what the list is narrowed to. */
export type Draft = Omit<TaskCreate, 'title'> & { startNow?: boolean }

type ChoiceProps = { draft: Draft; onDraft: (draft: Draft) => void }

export function Chooser({
  label,
  icon,
  children,
}: {
  label: string
  icon: ReactNode
  children: (close: () => void) => ReactNode
}) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-start"
      offset={4}
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className={classes['choice']}
          onClick={() => setOpened(!opened)}
          aria-label={label}
          aria-haspopup="dialog"
          title={label}
        >
          {icon}
        </button>
      </Popover.Target>
      <Popover.Dropdown className={pickers['card'] ?? ''}>
        {children(() => setOpened(false))}
      </Popover.Dropdown>
    </Popover>
  )
}

const STARTS = ['triage', 'ready', 'in_progress'] as const

export function StatusChoice({ draft, onDraft }: ChoiceProps) {
  const { t } = useTranslation('tasks')
  const [typed, setTyped] = useState('')
  const status = draft.startNow ? 'in_progress' : (draft.status ?? 'ready')
  return (
    <Chooser label={t('field.status')} icon={<StatusMark status={status} />}>
      {(close) => (
        <ChoiceList
          label={t('picker.status')}
          typed={typed}
          onType={setTyped}
          choices={STARTS.map((one) => ({
            value: one,
            label: t(`statusChoice.${one}`),
            icon: <StatusMark status={one} />,
            checked: one === status,
          }))}
          onChoose={(value) => {
            const startNow = value === 'in_progress'
            onDraft({ ...draft, status: value === 'triage' ? 'triage' : 'ready', startNow })
            close()
          }}
        />
      )}
    </Chooser>
  )
}

export function PriorityChoice({ draft, onDraft }: ChoiceProps) {
  const { t } = useTranslation('tasks')
  const priority: Priority = draft.priority ?? 'normal'
  return (
    <Chooser label={t('field.priority')} icon={<PriorityIcon priority={priority} />}>
      {(close) => (
        <PriorityChoices
          tasks={[{ priority }]}
          onChoose={(value) => {
            onDraft({ ...draft, priority: value })
            close()
          }}
        />
      )}
    </Chooser>
  )
}

export function AssigneeChoice({ draft, onDraft }: ChoiceProps) {
  const { t } = useTranslation('tasks')
  const assignee = draft.assignee ?? null
  return (
    <Chooser label={t('field.assignee')} icon={<Worker assignee={assignee} />}>
      {(close) => (
        <AssigneeChoices
          tasks={[{ assignee }]}
          onChoose={(value) => {
            onDraft({ ...draft, assignee: value })
            close()
          }}
        />
      )}
    </Chooser>
  )
}
