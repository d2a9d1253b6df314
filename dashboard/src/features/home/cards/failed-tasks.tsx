// The latest tasks that failed after the last attempt of an agent.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Task } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'
import classes from './cards.module.css'

const MOST = 3

type Failed = { task: Task; attempts: number }

/** Tasks that a person failed have no failed run, and are only counted. */
async function readFailed(signal: AbortSignal): Promise<Failed[]> {
  const query = { status: ['failed' as const], sort: '-updated_at' as const, limit: MOST }
  const { data } = (await call('tasks.list', { query, signal })).body
  const read = data.map(async (task): Promise<Failed[]> => {
    const runs = await call('runs.list', { query: { task: task.id, limit: 1 }, signal })
    const [last] = runs.body.data
    const isBad = last?.state === 'failed' || last?.state === 'expired'
    return last && isBad ? [{ task, attempts: last.attempt }] : []
  })
  return (await Promise.all(read)).flat()
}

export function FailedTasks() {
  const { t } = useTranslation('home')
  const failed = useQuery({
    queryKey: ['stats', 'failed tasks'],
    queryFn: ({ signal }) => readFailed(signal),
  }).data
  if (failed === undefined || failed.length === 0) return null
  return (
    <ul className={classes['failed']}>
      {failed.map(({ task, attempts }) => (
        <li key={task.id}>
          <Link to="/tasks/$task" params={{ task: `T-${task.number}` }}>
            <code>T-{task.number}</code>
            <span>{task.title}</span>
          </Link>
          <small>{t('attention.failedAfter', { count: attempts })}</small>
        </li>
      ))}
    </ul>
  )
}
