// The state of an approval in one or two words.
import {
  IconCheck,
  IconCircleMinus,
  IconSend,
  IconShieldQuestion,
  IconX,
} from '@tabler/icons-react'
import type { ApprovalState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill } from '#components/surface/pill.tsx'

export const approvalIcons = {
  open: IconShieldQuestion,
  approved: IconSend,
  spent: IconCheck,
  rejected: IconX,
  stale: IconCircleMinus,
  withdrawn: IconCircleMinus,
} as const satisfies Record<ApprovalState, unknown>

const tones = {
  open: 'violet',
  approved: 'accent',
  spent: 'green',
  rejected: 'red',
  stale: 'neutral',
  withdrawn: 'neutral',
} as const satisfies Record<ApprovalState, string>

/** Its words are those of the area `approvals`. */
export function ApprovalStatePill({ state }: { state: ApprovalState }) {
  const { t } = useTranslation('approvals')
  const Icon = approvalIcons[state]
  return (
    <Pill tone={tones[state]} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {t(`state.${state}`)}
    </Pill>
  )
}
