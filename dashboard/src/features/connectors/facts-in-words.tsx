// Last result and current state of a connector in a few words.
import type { Connector } from '@task-service/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '#components/surface/pill.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import { displayStateOf } from './connector-state.tsx'
import { isTokenExpired } from './needs-attention.ts'

export type Words = { tone: Tone; text: ReactNode }

export function useLastWords({ last_job: last }: Connector): Words & { at: ReactNode } {
  const { t } = useTranslation('connectors')
  const locale = useLocale()
  if (!last) return { tone: 'neutral', text: t('last.none'), at: undefined }
  const at = last.ended_at === null ? undefined : <RelativeTime at={last.ended_at} />
  const statement = last.statement ?? t('adhoc')
  const rows = last.row_count ?? 0
  switch (last.state) {
    case 'done':
      // A write returns no rows, so the statement is named instead.
      return {
        tone: 'green',
        text:
          rows > 0
            ? t('last.rows', { count: rows, rows: rows.toLocaleString(locale) })
            : t('last.done', { statement }),
        at,
      }
    case 'refused':
      return { tone: 'red', text: t('last.refused', { statement }), at }
    case 'failed':
      return { tone: 'red', text: t('last.failed', { statement }), at }
    case 'expired':
      return { tone: 'amber', text: t('last.expired', { statement }), at }
    case 'unknown':
      return { tone: 'amber', text: t('last.unknown', { statement }), at }
    default:
      return { tone: 'neutral', text: t('last.canceled', { statement }), at }
  }
}

export function useNowWords(connector: Connector): Words {
  const { t } = useTranslation('connectors')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const nowMs = useSeconds()
  const displayState = displayStateOf(connector)
  switch (displayState) {
    case 'online':
      return {
        tone: 'neutral',
        text:
          connector.statement_count === 0
            ? t('now.noStatements')
            : t('now.online', { count: connector.statement_count }),
      }
    case 'busy':
      return { tone: 'neutral', text: t('now.busy', { count: connector.waiting_jobs }) }
    case 'failing': {
      const down = connector.databases.find(({ ok }) => !ok)
      return {
        tone: 'red',
        text: `${down?.name ?? ''}: ${down?.problem ?? t('now.databaseDown')}`,
      }
    }
    case 'silent': {
      const seen = connector.last_seen_at
      if (seen === null) return { tone: 'amber', text: t('now.neverSeen') }
      const span = describeSpan(nowMs - Date.parse(seen), common)
      return { tone: 'amber', text: t('now.silent', { span }) }
    }
    case 'enrolling': {
      const until = connector.enrolment_expires_at
      if (until === null || isTokenExpired(connector, nowMs)) {
        return { tone: 'amber', text: t('now.tokenExpired') }
      }
      return { tone: 'neutral', text: t('now.enrolling', { time: clockOf(until, locale) }) }
    }
    case 'frozen':
      return { tone: 'red', text: t('now.frozen') }
    default:
      return { tone: 'neutral', text: t(`now.${displayState}`) }
  }
}

export const clockOf = (at: string, locale: string): string =>
  new Date(at).toLocaleTimeString(locale, { hour: '2-digit', minute: '2-digit' })

const MINUTE_MS = 60_000

/** To the second while it is recent. */
export function LastSignal({ at }: { at: string | null }) {
  const { t } = useTranslation('connectors')
  const nowMs = useSeconds()
  if (at === null) return '–'
  const awayMs = Math.max(0, nowMs - Date.parse(at))
  if (awayMs >= MINUTE_MS) return <RelativeTime at={at} />
  return <time dateTime={at}>{t('card.secondsAgo', { count: Math.floor(awayMs / 1_000) })}</time>
}
