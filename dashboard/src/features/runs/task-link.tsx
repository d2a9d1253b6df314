// The task of a run, known only by its ID: number and title with a link.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import classes from './task-link.module.css'

export function useTaskOf(id: string) {
  return useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: async ({ signal }) => (await call('tasks.get', { params: { task: id }, signal })).body,
    staleTime: 5 * 60_000,
  }).data
}

export function TaskLink({ id }: { id: string }) {
  const { t } = useTranslation('runs')
  const task = useTaskOf(id)
  return (
    <Link
      to="/tasks/$task"
      params={{ task: task ? `T-${task.number}` : id }}
      className={classes['link']}
      title={task?.title}
    >
      {task ? (
        <>
          <span className={classes['title']}>{task.title}</span>
          <code>T-{task.number}</code>
        </>
      ) : (
        t('openTask')
      )}
    </Link>
  )
}
