// The state of a question in one word.
import { IconCheck, IconClockX, IconPlayerPause, IconX } from '@tabler/icons-react'
import type { QuestionState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Pill } from '#components/surface/pill.tsx'

const icons = {
  open: IconPlayerPause,
  answered: IconCheck,
  expired: IconClockX,
  withdrawn: IconX,
} as const satisfies Record<QuestionState, unknown>

const tones = {
  open: 'violet',
  answered: 'green',
  expired: 'amber',
  withdrawn: 'neutral',
} as const satisfies Record<QuestionState, string>

export function QuestionStatePill({ state }: { state: QuestionState }) {
  const { t } = useTranslation('inbox')
  const Icon = icons[state]
  return (
    <Pill tone={tones[state]} icon={<Icon size={13} stroke={2} aria-hidden="true" />}>
      {t(`state.${state}`)}
    </Pill>
  )
}
