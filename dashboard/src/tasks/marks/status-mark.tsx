// A status that can be chosen, in the mark of the stage it leads to.
import type { Status } from '@task-service/contract'
import type { Stage } from '../../parts/stage.ts'
import { StatusIcon } from '../../parts/status-icon.tsx'

export const stageOfStatus = (status: Status): Stage =>
  status === 'completed' ? 'settled' : status

export function StatusMark({ status, size }: { status: Status; size?: number }) {
  return <StatusIcon stage={stageOfStatus(status)} {...(size !== undefined && { size })} />
}
