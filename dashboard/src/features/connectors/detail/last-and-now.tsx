// Last result and current state of a connector.
import { Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconPlayerPause,
  IconPlugOff,
  IconX,
} from '@tabler/icons-react'
import type { Connector } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BigFact, FactPair, FactText } from '#components/fact-pair/fact-pair.tsx'
import type { Tone } from '#components/surface/pill.tsx'
import { type DisplayState, displayStateOf } from '#features/connectors/connector-state.tsx'
import { useLastWords, useNowWords } from '../facts-in-words.tsx'

const ICON = { size: 20, stroke: 2, 'aria-hidden': true } as const

const lastIcons: Record<Tone, ReactNode> = {
  green: <IconCheck {...ICON} />,
  amber: <IconAlertTriangle {...ICON} />,
  red: <IconX {...ICON} />,
  neutral: <IconCircleDashed {...ICON} />,
  accent: <IconCircleDashed {...ICON} />,
}

const nowIcons: Record<DisplayState, ReactNode> = {
  online: <IconCheck {...ICON} />,
  busy: <Loader size={18} aria-hidden="true" />,
  enrolling: <IconCircleDashed {...ICON} />,
  failing: <IconAlertTriangle {...ICON} />,
  silent: <IconPlugOff {...ICON} />,
  paused: <IconPlayerPause {...ICON} />,
  frozen: <IconAlertTriangle {...ICON} />,
  revoked: <IconX {...ICON} />,
}

export function LastAndNow({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const last = useLastWords(connector)
  const now = useNowWords(connector)
  const displayState = displayStateOf(connector)
  const statement = connector.last_job?.statement
  return (
    <FactPair>
      <BigFact
        name={t('last.title')}
        tone={last.tone}
        icon={lastIcons[last.tone]}
        sentence={last.text}
      >
        <FactText>
          {last.at ? (
            <>
              {statement && <code>{statement}</code>}
              {statement && ', '}
              {last.at}
            </>
          ) : (
            t('last.noneText')
          )}
        </FactText>
      </BigFact>
      <BigFact
        name={t('now.title')}
        tone={now.tone}
        icon={nowIcons[displayState]}
        sentence={now.text}
      >
        <FactText>{t(`nowText.${displayState}`)}</FactText>
      </BigFact>
    </FactPair>
  )
}
