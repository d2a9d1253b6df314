// Last result and current state, as two facts.
import { Button, Loader } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconHourglass,
  IconPlayerPause,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import type { Integration } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BigFact, FactPair, FactText } from '#components/fact-pair/fact-pair.tsx'
import type { Tone } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { formatPercent } from '#lib/rate.ts'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { RunProgress, shareOf } from '../runs/run-progress.tsx'
import classes from './detail.module.css'

export function LastAndNow({
  integration,
  provider,
  onRetry,
}: {
  integration: Integration
  provider: string
  onRetry: () => void
}) {
  return (
    <FactPair hasProgress>
      <Last integration={integration} onRetry={onRetry} />
      <Now integration={integration} provider={provider} />
    </FactPair>
  )
}

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

function Last({ integration, onRetry }: { integration: Integration; onRetry: () => void }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  const last = integration.last_result
  if (!last) {
    return (
      <BigFact
        name={t('last.title')}
        tone="neutral"
        icon={<IconCircleDashed {...ICON} />}
        sentence={t('last.none')}
      >
        <FactText>{t('last.noneText')}</FactText>
      </BigFact>
    )
  }
  const { read, created, changed, failed } = last
  const tone = toneOf(last)
  const sentence =
    last.state !== 'succeeded'
      ? t(`last.${last.state}`)
      : failed > 0
        ? t('last.needsFix', { count: failed })
        : t('last.good')
  const format = (count: number) => count.toLocaleString(locale)
  return (
    <BigFact name={t('last.title')} tone={tone} icon={lastIcons[tone]} sentence={sentence}>
      {last.error && (
        <FactText>
          {last.error.vendor_text ?? last.error.message} {last.error.fix}
        </FactText>
      )}
      <FactText>
        {t('last.counts', {
          read: format(read),
          created: format(created),
          changed: format(changed),
          failed: format(failed),
        })}
        <RelativeTime at={last.ended_at} />.
      </FactText>
      {failed > 0 && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconRefresh size={14} stroke={1.75} />}
          onClick={onRetry}
        >
          {t('last.again')}
        </Button>
      )}
    </BigFact>
  )
}

function toneOf({ state, failed }: NonNullable<Integration['last_result']>): Tone {
  if (state !== 'succeeded') return state === 'failed' ? 'red' : 'neutral'
  return failed > 0 ? 'amber' : 'green'
}

const lastIcons: Record<Tone, ReactNode> = {
  green: <IconCheck {...ICON} />,
  amber: <IconAlertTriangle {...ICON} />,
  red: <IconX {...ICON} />,
  neutral: <IconCircleDashed {...ICON} />,
  accent: <IconCircleDashed {...ICON} />,
}

function Now({ integration, provider }: { integration: Integration; provider: string }) {
  const { t } = useTranslation('integrations')
  const { now, counts, next_pull_at: next } = integration
  const name = t('now.title')
  if (integration.paused) {
    return (
      <BigFact
        name={name}
        tone="neutral"
        icon={<IconPlayerPause {...ICON} />}
        sentence={t('now.paused')}
      >
        <FactText>{t('now.pausedText')}</FactText>
      </BigFact>
    )
  }
  if (now?.state === 'running') return <Running now={now} />
  if (now) return <CurrentState now={now} why={newsOf(integration)} />
  if (counts.write_backs_open > 0) {
    return (
      <BigFact
        name={name}
        tone="neutral"
        icon={<Loader size={18} aria-hidden="true" />}
        sentence={t('now.writing', { count: counts.write_backs_open })}
      >
        <FactText>{t('now.writingText', { provider })}</FactText>
      </BigFact>
    )
  }
  return (
    <BigFact name={name} tone="neutral" icon={<IconCheck {...ICON} />} sentence={t('now.idle')}>
      {next !== null && (
        <FactText>
          {t('now.idleText')}
          <RelativeTime at={next} />.
        </FactText>
      )}
    </BigFact>
  )
}

type RunNow = NonNullable<Integration['now']>

function Running({ now }: { now: RunNow }) {
  const { t } = useTranslation('integrations')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const share = shareOf(now)
  const read = now.read.toLocaleString(locale)
  const pace = [
    now.rate_per_minute !== null &&
      t('now.perMinute', { rate: Math.round(now.rate_per_minute).toLocaleString(locale) }),
    now.eta_seconds !== null &&
      t('now.left', { span: describeSpan(now.eta_seconds * 1_000, common) }),
  ].filter(Boolean)
  return (
    <BigFact
      name={t('now.title')}
      tone="neutral"
      icon={<Loader size={18} aria-hidden="true" />}
      sentence={t('now.reading')}
      figure={
        share === undefined ? undefined : formatPercent(Math.floor(share * 100) / 100, locale)
      }
    >
      <RunProgress now={now} label={t('now.reading')} />
      <p className={classes['pace']}>
        <span>
          {now.total === null
            ? t('now.readingCount', { read })
            : t('now.readingOf', { read, total: now.total.toLocaleString(locale) })}
        </span>
        <span>{pace.join(' · ')}</span>
      </p>
      <p className={classes['small']}>{t('now.usable')}</p>
    </BigFact>
  )
}

/** Why it waits for the next attempt, unless the last result says the same. */
function newsOf({ error, last_result: last }: Integration): Integration['error'] {
  return error?.message === last?.error?.message ? null : error
}

/** Neither running nor idle: stalled, or waiting for the next attempt. */
function CurrentState({ now, why }: { now: RunNow; why: Integration['error'] }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  if (now.state === 'stalled') {
    const time = now.heartbeat_at ? new Date(now.heartbeat_at).toLocaleTimeString(locale) : '–'
    return (
      <BigFact
        name={t('now.title')}
        tone="amber"
        icon={<IconAlertTriangle {...ICON} />}
        sentence={t('now.stalled')}
      >
        <FactText>{t('now.stalledText', { time })}</FactText>
      </BigFact>
    )
  }
  return (
    <BigFact
      name={t('now.title')}
      tone="neutral"
      icon={<IconHourglass {...ICON} />}
      sentence={t('now.waiting')}
    >
      {why && (
        <FactText>
          {why.vendor_text ?? why.message} {why.fix}
        </FactText>
      )}
      {now.waiting_until !== null && (
        <FactText>
          {t('now.waitingText')}
          <RelativeTime at={now.waiting_until} />.
        </FactText>
      )}
    </BigFact>
  )
}
