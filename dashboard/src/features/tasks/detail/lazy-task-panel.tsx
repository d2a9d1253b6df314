// The panel of a task, fetched when the first one is opened; its place is there at once.
import { onDemand } from '#components/on-demand/on-demand.tsx'
import classes from './task-detail.module.css'
import type { TaskPanelProps } from './task-panel-props.ts'

export const LazyTaskPanel = onDemand<TaskPanelProps>(
  async () => (await import('./task-panel.tsx')).TaskPanel,
  ({ reference }) => <aside className={classes['panel']} aria-label={reference} />,
)
