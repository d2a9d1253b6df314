// A task known only by its ID, shown by number and title with a link.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { call } from '#api/call.ts'

export function TaskName({ id }: { id: string }) {
  const { t } = useTranslation('integrations')
  const task = useQuery({
    queryKey: ['tasks', 'one', id],
    queryFn: async ({ signal }) => (await call('tasks.get', { params: { task: id }, signal })).body,
  }).data
  return (
    <Link to="/tasks/$task" params={{ task: task ? `T-${task.number}` : id }}>
      {task ? `T-${task.number} ${task.title}` : t('conflicts.openTask')}
    </Link>
  )
}
