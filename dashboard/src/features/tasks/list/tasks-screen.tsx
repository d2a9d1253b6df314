// All tasks as a list.
import { useTranslation } from 'react-i18next'
import { TaskListScreen } from './task-list-screen.tsx'

export function TasksScreen() {
  const { t } = useTranslation('tasks')
  return <TaskListScreen title={t('title')} />
}
