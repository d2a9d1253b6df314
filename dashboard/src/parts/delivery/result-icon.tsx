// The mark of what became of a delivery; the word stands beside it.
import { IconBan, IconCheck, IconHourglass, IconRotateClockwise, IconX } from '@tabler/icons-react'
import type { Result } from './result.ts'
import classes from './result-icon.module.css'

const icons = {
  confirmed: IconCheck,
  refused: IconX,
  retrying: IconRotateClockwise,
  waiting: IconHourglass,
  canceled: IconBan,
}

export function ResultIcon({ result, size = 16 }: { result: Result; size?: number }) {
  const Icon = icons[result]
  return (
    <span className={classes['mark']} data-result={result}>
      <Icon size={size} stroke={1.75} aria-hidden="true" />
    </span>
  )
}
