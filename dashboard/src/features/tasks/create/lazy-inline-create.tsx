// The line for a new task, fetched when it is first used.
import { onDemand } from '#components/on-demand/on-demand.tsx'
import classes from './inline-create.module.css'
import type { InlineCreateProps } from './inline-create.tsx'

export const LazyInlineCreate = onDemand<InlineCreateProps>(
  async () => (await import('./inline-create.tsx')).InlineCreate,
  {
    placeholder: () => <div className={classes['line']} />,
    close: ({ onClose }) => onClose(),
    takesKeys: true,
    isSoonNeeded: true,
  },
)
