// A task known only by its ID, shown by number and title with a link.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { fetchTask } from '#screens/task/use-task.ts'

export function TaskName({ id }: { id: string }) {
  const { t } = useTranslation('integrations')
  const task = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: ({ signal }) => fetchTask(id, signal),
  }).data
  return (
    <Link to="/tasks/$task" params={{ task: task ? `T-${task.number}` : id }}>
      {task ? `T-${task.number} ${task.title}` : t('conflicts.openTask')}
    </Link>
  )
}
