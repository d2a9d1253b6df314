// What else there is to know about a task, one thing at a time.
import type { Task } from '@task-service/contract'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onDemand } from '../../../parts/on-demand/on-demand.tsx'
import { withWords } from '../../../words/index.ts'
import { Timeline } from '../talk/timeline.tsx'
import { ApiView } from './api-view.tsx'
import { SourceRecord } from './source-record.tsx'
import classes from './tabs.module.css'

const TaskDeliveries = onDemand<{ task: Task }>(async () => {
  const load = withWords(['deliveries'], () => import('./task-deliveries.tsx'))
  return (await load()).TaskDeliveries
})

const tabs = {
  activity: (task: Task) => <Timeline task={task} />,
  source: (task: Task) => <SourceRecord task={task} />,
  deliveries: (task: Task) => <TaskDeliveries key={task.id} task={task} />,
  api: (task: Task) => <ApiView task={task} />,
} satisfies Record<string, (task: Task) => ReactNode>
type Tab = keyof typeof tabs
const names = Object.keys(tabs) as Tab[] // keys of the table above

export function TaskTabs({ task, storyCount }: { task: Task; storyCount: number | undefined }) {
  const { t } = useTranslation('task')
  const [tab, setTab] = useState<Tab>('activity')
  const id = useId()
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0) return
    const next = names.at((names.indexOf(tab) + by) % names.length) ?? tab
    setTab(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div className={classes['list']} role="tablist" aria-label={t('tabs')}>
        {names.map((name) => (
          <button
            key={name}
            id={`${id}-${name}`}
            type="button"
            role="tab"
            aria-selected={name === tab}
            aria-controls={`${id}-panel`}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => setTab(name)}
            onKeyDown={step}
          >
            {t(`tab.${name}`)}
            {name === 'activity' && storyCount !== undefined && (
              <span className={classes['count']}>{storyCount}</span>
            )}
          </button>
        ))}
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
