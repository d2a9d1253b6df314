// Progress of a run; striped while the total is unknown.
import { Progress } from '@mantine/core'
import type { Integration } from '@task-service/contract'

type Now = NonNullable<Integration['now']>

const THIN_PX = 3

export function shareOf({ read, total }: Pick<Now, 'read' | 'total'>): number | undefined {
  if (total === null || total === 0) return undefined
  // There may be more by now than there were at the beginning.
  return Math.min(1, read / total)
}

export function RunProgress({
  now,
  label,
  thin = false,
}: {
  now: Pick<Now, 'read' | 'total'>
  label: string
  thin?: boolean
}) {
  const share = shareOf(now)
  return (
    <Progress
      aria-label={label}
      size={thin ? THIN_PX : 8}
      // Within the line above it, which stays as high as without a run.
      mt={thin ? -THIN_PX : 0}
      value={share === undefined ? 100 : share * 100}
      striped={share === undefined}
      animated={share === undefined}
    />
  )
}
