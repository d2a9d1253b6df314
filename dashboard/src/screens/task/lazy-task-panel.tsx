// The panel of a task, fetched when the first one is opened; its place is there at once.
import { lazy, Suspense } from 'react'
import classes from './task-detail.module.css'
import type { TaskPanelProps } from './task-panel-props.ts'

const TaskPanel = lazy(async () => {
  const { TaskPanel: Panel } = await import('./task-panel.tsx')
  return { default: Panel }
})

export function LazyTaskPanel(props: TaskPanelProps) {
  return (
    <Suspense fallback={<aside className={classes['panel']} aria-label={props.reference} />}>
      <TaskPanel {...props} />
    </Suspense>
  )
}
