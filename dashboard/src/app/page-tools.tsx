// What stands at the right of every screen's head.
import classes from './page-tools.module.css'
import { ThemeToggle } from './theme-toggle.tsx'

export function PageTools() {
  return (
    <div className={classes['tools']}>
      <ThemeToggle />
    </div>
  )
}
