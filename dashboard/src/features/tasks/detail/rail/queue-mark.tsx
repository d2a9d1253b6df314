// The mark of a queue, as in the navigation.
import { IconStack2 } from '@tabler/icons-react'
import classes from './rail.module.css'

export function QueueMark() {
  return <IconStack2 className={classes['mark']} size={16} stroke={1.75} aria-hidden="true" />
}
