// The task this one is part of, and those that are parts of it.
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { Worker } from '#components/marks/worker.tsx'
import { isFinal } from '#features/tasks/data/status-moves.ts'
import { referenceOf } from '#features/tasks/data/task-address.ts'
import { taskListOptions } from '#features/tasks/data/task-list-options.ts'
import { useCreateTask } from '#features/tasks/edit/use-create-task.ts'
import { fetchTask } from '../use-task.ts'
import classes from './subtasks.module.css'
import { subtasksOf } from './subtasks-query.ts'

export function ParentTask({ id }: { id: string }) {
  const { t } = useTranslation('task')
  const { data: parent } = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => fetchTask(id, signal),
  })
  if (!parent) return null
  return (
    <p className={classes['parent']}>
      {t('partOf')} <TaskLink task={parent} />
    </p>
  )
}

function TaskLink({ task }: { task: Task }) {
  return (
    <Link to="/tasks/$task" params={{ task: referenceOf(task) }} className={classes['link'] ?? ''}>
      <span className="mono">{referenceOf(task)}</span>
      <span className={classes['name']}>{task.title}</span>
    </Link>
  )
}

export function Subtasks({ task }: { task: Task }) {
  const { t } = useTranslation('task')
  const { data } = useInfiniteQuery(taskListOptions(subtasksOf(task.id)))
  const parts = data?.pages.flatMap((page) => page.data) ?? []
  const [isAdding, setAdding] = useState(false)
  const done = parts.filter(({ status }) => isFinal(status)).length
  return (
    <section className={classes['subtasks']} aria-label={t('subtasks')}>
      {parts.length > 0 && (
        <h3>
          {t('subtasks')}
          <span className="figure">{t('subtasksDone', { done, all: parts.length })}</span>
        </h3>
      )}
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <StatusIcon stage={stageOf(part)} />
            <TaskLink task={part} />
            <Worker assignee={part.assignee} delegate={part.delegate} size={20} />
          </li>
        ))}
      </ul>
      {isAdding ? (
        <AddSubtask task={task} onClose={() => setAdding(false)} />
      ) : (
        <button type="button" className={classes['add']} onClick={() => setAdding(true)}>
          <IconPlus size={14} stroke={1.75} aria-hidden="true" />
          {t('addSubtask')}
        </button>
      )}
    </section>
  )
}

function AddSubtask({ task, onClose }: { task: Task; onClose: () => void }) {
  const { t } = useTranslation('task')
  const [title, setTitle] = useState('')
  const { create, error, isBusy } = useCreateTask()
  const add = async () => {
    if (title.trim() === '' || isBusy) return
    const made = await create({ title: title.trim(), parent_id: task.id, queue: task.queue })
    if (made) setTitle('')
  }
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it appears because the user asked for it
        autoFocus
        value={title}
        maxLength={500}
        placeholder={t('subtaskTitle')}
        aria-label={t('subtaskTitle')}
        aria-invalid={error !== undefined}
        onChange={(event) => setTitle(event.currentTarget.value)}
        onBlur={() => title === '' && onClose()}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      />
      {error !== undefined && <p role="alert">{error}</p>}
    </form>
  )
}
