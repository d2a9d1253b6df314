// One connector: what it is, its two facts, how it flows, three figures, and the one thing that helps where something is wrong.
import { Progress } from '@mantine/core'
import { IconDatabase } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Connector } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CardFacts, CardFoot, CardTile, ListCard } from '#components/list-screen/list-card.tsx'
import type { Tone } from '#components/surface/pill.tsx'
import { activityQuery } from '#features/connectors/connector-queries.ts'
import {
  ConnectorStatePill,
  type DisplayState,
  displayStateOf,
  toneOf,
} from '#features/connectors/connector-state.tsx'
import { databaseLine } from '#features/connectors/engine-names.ts'
import { useLocale } from '#lib/use-locale.ts'
import { LastSignal, useLastWords, useNowWords } from '../facts-in-words.tsx'
import { CardRepair } from './card-repair.tsx'
import classes from './connector-card.module.css'
import { lineOf } from './line-of.ts'
import { Sparkline } from './sparkline.tsx'

export function ConnectorCard({
  connector,
  onToken,
}: {
  connector: Connector
  onToken: () => void
}) {
  const { t } = useTranslation('connectors')
  const { facts } = connector
  const line = databaseLine(connector)
  return (
    <ListCard
      link={{ to: '/connectors/$connector', params: { connector: connector.id } }}
      name={connector.name}
      isTechnicalName
      mark={
        <CardTile>
          <IconDatabase size={19} stroke={1.75} aria-hidden="true" />
        </CardTile>
      }
      note={line ?? t('card.noDatabase')}
      state={<ConnectorStatePill connector={connector} />}
    >
      <TwoFacts connector={connector} />
      <div className={classes['flow']}>
        <Flow connector={connector} />
      </div>
      <Figures connector={connector} />
      <CardFoot
        fact={facts ? `${facts.os} · ${facts.host} · ${facts.version}` : t('card.notStarted')}
      >
        <CardRepair connector={connector} onToken={onToken} />
      </CardFoot>
    </ListCard>
  )
}

function TwoFacts({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const last = useLastWords(connector)
  const now = useNowWords(connector)
  const lastText = (
    <>
      {last.text}
      {last.at && <>, {last.at}</>}
    </>
  )
  return (
    <CardFacts
      facts={[
        {
          name: t('last.title'),
          tone: last.tone === 'green' ? undefined : last.tone,
          value: lastText,
        },
        { name: t('now.title'), tone: now.tone, value: now.text },
      ]}
    />
  )
}

/** A connector that is quiet on purpose is drawn in gray. */
const lineTone = (displayState: DisplayState): Tone =>
  ['amber', 'red'].includes(toneOf(displayState)) ? toneOf(displayState) : 'neutral'

function Flow({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const activity = useQuery(activityQuery(connector.id)).data
  const displayState = displayStateOf(connector)
  const sum = activity?.data.reduce((all, { rows }) => all + rows, 0) ?? 0
  const label = t('card.line', { count: sum, rows: sum.toLocaleString(locale) })
  if (displayState === 'busy') {
    return (
      <div className={classes['progress']}>
        <Progress aria-label={t('state.busy')} size={6} value={100} striped animated />
        <span>{label}</span>
      </div>
    )
  }
  return <Sparkline values={lineOf(activity)} tone={lineTone(displayState)} label={label} />
}

function Figures({ connector }: { connector: Connector }) {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  const { waiting_jobs: waiting, rows_last_minute: rows, last_seen_at: seen } = connector
  const displayState = displayStateOf(connector)
  const isStuck = waiting > 0 && displayState !== 'busy'
  return (
    <dl className={classes['figures']}>
      <div>
        <dt>{t('card.rows')}</dt>
        <dd>{rows.toLocaleString(locale)}</dd>
      </div>
      <div>
        <dt>{t('card.waiting')}</dt>
        <dd data-tone={isStuck ? lineTone(displayState) : undefined}>
          {waiting.toLocaleString(locale)}
        </dd>
      </div>
      <div>
        <dt>{t('card.signal')}</dt>
        <dd>
          <LastSignal at={seen} />
        </dd>
      </div>
    </dl>
  )
}
