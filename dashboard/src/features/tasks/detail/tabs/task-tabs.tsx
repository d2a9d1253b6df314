// What else there is to know about a task, one thing at a time.
import type { Task } from '@task-service/contract'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { TabList } from '#components/tabs/tab-list.tsx'
import { withWords } from '#words/index.ts'
import { Timeline } from '../talk/timeline.tsx'
import { ApiView } from './api-view.tsx'
import { SourceRecord } from './source-record.tsx'
import classes from './tabs.module.css'

const TaskDeliveries = onDemand<{ task: Task }>(async () => {
  const load = withWords(['deliveries'], () => import('./task-deliveries.tsx'))
  return (await load()).TaskDeliveries
})

const RunHistory = onDemand<{ task: Task }>(async () => {
  const load = withWords(['attempts', 'runs'], () => import('../runs/run-history.tsx'))
  return (await load()).RunHistory
})

const TaskLinks = onDemand<{ task: Task }>(async () => {
  const load = withWords(['integrations'], () => import('./task-links.tsx'))
  return (await load()).TaskLinks
})

const tabs = {
  activity: (task: Task) => <Timeline task={task} />,
  runs: (task: Task) => <RunHistory key={task.id} task={task} />,
  source: (task: Task) => <SourceRecord task={task} />,
  links: (task: Task) => <TaskLinks key={task.id} task={task} />,
  deliveries: (task: Task) => <TaskDeliveries key={task.id} task={task} />,
  api: (task: Task) => <ApiView task={task} />,
} satisfies Record<string, (task: Task) => ReactNode>
export type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[] // keys of the table above

export function TaskTabs({
  task,
  storyCount,
  tab,
  onTab,
}: {
  task: Task
  storyCount: number | undefined
  tab: Tab
  onTab: (tab: Tab) => void
}) {
  const { t } = useTranslation(['task', 'attempts'])
  const id = useId()
  return (
    <>
      <div className={classes['bar']}>
        <TabList
          id={id}
          label={t('task:tabs')}
          tabs={names}
          tab={tab}
          onChange={onTab}
          renderTab={(name) => (
            <>
              {name === 'runs' ? t('attempts:tab') : t(`task:tab.${name}`)}
              {name === 'activity' && storyCount !== undefined && (
                <span className={classes['count']}>{storyCount}</span>
              )}
            </>
          )}
        />
      </div>
      <div
        id={`${id}-panel`}
        className={classes['panel']}
        role="tabpanel"
        aria-labelledby={`${id}-${tab}`}
      >
        {tabs[tab](task)}
      </div>
    </>
  )
}
