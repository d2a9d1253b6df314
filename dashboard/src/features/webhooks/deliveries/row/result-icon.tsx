// The icon of a delivery result; its label is shown beside it.
import { IconBan, IconCheck, IconHourglass, IconRotateClockwise, IconX } from '@tabler/icons-react'
import type { Result } from './result.ts'
import classes from './result-icon.module.css'

const icons = {
  delivered: IconCheck,
  failed: IconX,
  retrying: IconRotateClockwise,
  pending: IconHourglass,
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
