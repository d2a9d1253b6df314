// One integration in the list: its last result and its current state.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { ListCell, ListRow } from '#components/list-screen/list-row.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { IntegrationStatePill, useAttention } from '../integration-state.tsx'
import { RunProgress } from '../runs/run-progress.tsx'

export function IntegrationRow({
  integration,
  provider,
}: {
  integration: Integration
  /** As people know it. */
  provider: string
}) {
  const attention = useAttention(integration)
  return (
    <ListRow
      link={{ to: '/integrations/$integration', params: { integration: integration.id } }}
      name={integration.name}
      note={[provider, integration.self?.name].filter(Boolean).join(' · ')}
      state={<IntegrationStatePill state={integration.state} />}
      summary={attention[0] ?? <NowWords integration={integration} />}
    >
      <ListCell>
        <span>
          <LastWords integration={integration} />
        </span>
      </ListCell>
      <ListCell>
        <NowWords integration={integration} />
      </ListCell>
      <ListCell tone="amber">
        {attention.map((text) => (
          <span key={text}>{text}</span>
        ))}
      </ListCell>
    </ListRow>
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
