// The panel of a task, fetched when the first one is opened; its place is there at once.
import { onDemand } from '#components/on-demand/on-demand.tsx'
import { withWords } from '#words/index.ts'
import classes from './task-panel.module.css'
import type { TaskPanelProps } from './task-panel-props.ts'

const load = withWords(
  ['attempts', 'inbox', 'detail', 'runs', 'fields'],
  () => import('./task-panel.tsx'),
)

export const LazyTaskPanel = onDemand<TaskPanelProps>(async () => (await load()).TaskPanel, {
  placeholder: ({ reference }) => <aside className={classes['panel']} aria-label={reference} />,
})
