// One integration in the list: its last result and its current state.
import { Link } from '@tanstack/react-router'
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { IntegrationStatePill, useAttention } from '../integration-state.tsx'
import { RunProgress } from '../runs/run-progress.tsx'
import classes from './integrations-screen.module.css'

export function IntegrationRow({ integration }: { integration: Integration }) {
  const attention = useAttention(integration)
  return (
    <Link
      to="/integrations/$integration"
      params={{ integration: integration.id }}
      className={classes['row']}
      data-row
    >
      <span>
        <div className={classes['name']}>{integration.name}</div>
        <div className={classes['note']}>
          {integration.provider}
          {integration.self && ` · ${integration.self.name}`}
        </div>
      </span>
      <span className={classes['last']}>
        <LastWords integration={integration} />
      </span>
      <span className={classes['now']}>
        <NowWords integration={integration} />
      </span>
      <span className={classes['attention']}>
        {attention.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </span>
      <span>
        <IntegrationStatePill state={integration.state} />
      </span>
      <span className={classes['meta']}>
        {attention[0] ?? <NowWords integration={integration} />}
      </span>
    </Link>
  )
}

export function LastWords({ integration: { last_result: last } }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  if (!last) return t('last.none')
  return (
    <>
      {last.state === 'succeeded'
        ? last.failed > 0
          ? t('last.needsFix', { count: last.failed })
          : t('last.good')
        : t(`last.${last.state}`)}
      , <RelativeTime at={last.ended_at} />
    </>
  )
}

function NowWords({ integration }: { integration: Integration }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  const { now } = integration
  if (integration.paused) return t('now.paused')
  if (!now) return t('now.idle')
  if (now.state !== 'running') return t(`now.${now.state}`)
  const read = now.read.toLocaleString(locale)
  return (
    <>
      {now.total === null
        ? t('now.readingCount', { read })
        : t('now.readingOf', { read, total: now.total.toLocaleString(locale) })}
      <RunProgress now={now} label={integration.name} thin />
    </>
  )
}
