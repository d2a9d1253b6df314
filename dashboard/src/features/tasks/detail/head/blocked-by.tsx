// The tasks that must be over before an agent can claim this one, each with its status and a link.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { stageOf } from '#components/marks/stage.ts'
import { StatusIcon } from '#components/marks/status-icon.tsx'
import { fetchTask } from '../use-task.ts'
import classes from './properties.module.css'

export function BlockedBy({ ids }: { ids: readonly string[] }) {
  return (
    <ul className={classes['blockers']}>
      {ids.map((id) => (
        <li key={id}>
          <Blocker id={id} />
        </li>
      ))}
    </ul>
  )
}

function Blocker({ id }: { id: string }) {
  const task = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => fetchTask(id, signal),
  }).data
  return (
    <Link
      to="/tasks/$task"
      params={{ task: task ? `T-${task.number}` : id }}
      className={classes['blocker'] ?? ''}
    >
      {task ? (
        <>
          <StatusIcon stage={stageOf(task)} />
          <code>T-{task.number}</code>
          <span>{task.title}</span>
        </>
      ) : (
        <code>{id}</code>
      )}
    </Link>
  )
}
