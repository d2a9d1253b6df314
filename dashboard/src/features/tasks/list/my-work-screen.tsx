// What the person who is signed in has to do.
import { useTranslation } from 'react-i18next'
import { ME } from '#features/tasks/data/task-search.ts'
import { TaskListScreen } from './task-list-screen.tsx'

const mine = { fields: ['assignee'], search: { assignee: ME } } as const

export function MyWorkScreen() {
  const { t } = useTranslation('tasks')
  return <TaskListScreen title={t('myWork')} fixed={mine} />
}
