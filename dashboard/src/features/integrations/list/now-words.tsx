// What an integration is doing, or what stops it or needs a decision, in one line.
import type { Integration } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import type { Tone } from '#components/surface/pill.tsx'
import { useLocale } from '#lib/use-locale.ts'
import { useAttention } from '../integration-state.tsx'
import { RunProgress } from '../runs/run-progress.tsx'

/** As long as a run makes progress, that is the news. */
const isRunning = ({ now }: Integration): boolean => now?.state === 'running'

export function useNowTone(integration: Integration): Tone | undefined {
  const attention = useAttention(integration)
  const { problem, error, now, paused } = integration
  if (paused) return undefined
  if (problem) return problem.kind === 'needs_credential' ? 'amber' : 'red'
  if (isRunning(integration)) return 'accent'
  if (now?.state === 'stalled') return 'amber'
  if (error) return 'red'
  return attention.length > 0 ? 'amber' : undefined
}

export function NowWords({
  integration,
  provider,
}: {
  integration: Integration
  provider: string
}) {
  const { t } = useTranslation('integrations')
  const attention = useAttention(integration)
  const { problem, error, now, paused } = integration
  if (paused) return t('now.paused')
  if (problem) return t(`problem.${problem.kind}`, { provider })
  if (now?.state === 'running') return <Running now={now} name={integration.name} />
  if (now?.state === 'stalled') return t('now.stalled')
  if (error) {
    const text = error.vendor_text ?? error.message
    return <span title={text}>{text}</span>
  }
  if (attention.length > 0) {
    const text = attention.join(', ')
    return <span title={text}>{text}</span>
  }
  return now ? t(`now.${now.state}`) : t('now.idle')
}

function Running({ now, name }: { now: NonNullable<Integration['now']>; name: string }) {
  const { t } = useTranslation('integrations')
  const locale = useLocale()
  const read = now.read.toLocaleString(locale)
  return (
    <>
      {now.total === null
        ? t('now.readingCount', { read })
        : t('now.readingOf', { read, total: now.total.toLocaleString(locale) })}
      <RunProgress now={now} label={name} thin />
    </>
  )
}
