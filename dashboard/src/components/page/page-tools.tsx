// What stands at the right of every screen's head: the theme, and on small screens the connection when it is not right.

import { LiveIndicator } from '#components/live/live-indicator.tsx'
import { useLive } from '#live/live.ts'
import classes from './page-tools.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

export function PageTools() {
  const { state } = useLive()
  return (
    <>
      <div className={classes['theme']}>
        <ThemeToggle />
      </div>
      {state === 'polling' && (
        <div className={classes['live']}>
          <LiveIndicator compact />
        </div>
      )}
    </>
  )
}
