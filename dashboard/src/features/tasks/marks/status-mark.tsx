// The mark of a status that can be chosen.
import type { Status } from '@task-service/contract'
import { StatusIcon } from '#components/marks/status-icon.tsx'

export function StatusMark({ status, size }: { status: Status; size?: number }) {
  return <StatusIcon stage={status} {...(size !== undefined && { size })} />
}
