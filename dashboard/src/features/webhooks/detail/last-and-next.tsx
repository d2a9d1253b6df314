// Last and next attempt of a webhook.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconPlayerPause,
} from '@tabler/icons-react'
import type { Delivery, Webhook, WebhookHealthDetail } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { BigFact, FactPair, FactText } from '#components/fact-pair/fact-pair.tsx'
import { describeTime } from '#components/text/relative-time.tsx'
import { causeOf } from '#features/webhooks/deliveries/row/result.ts'
import { formatDuration } from '#lib/duration.ts'
import { describeStatus } from '#lib/http-status.ts'
import { describeSpan } from '#lib/span.ts'
import { hostOf } from '#lib/target.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useSeconds } from '#lib/use-seconds.ts'

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

export function LastAndNext({
  webhook,
  health,
}: {
  webhook: Webhook
  health: WebhookHealthDetail
}) {
  return (
    <FactPair>
      {health.last_attempt ? (
        <LastAttempt webhook={webhook} last={health.last_attempt} health={health} />
      ) : (
        <NoAttempt />
      )}
      <NextAttempt webhook={webhook} health={health} />
    </FactPair>
  )
}

function NoAttempt() {
  const { t } = useTranslation('webhooks')
  return (
    <BigFact
      name={t('detail.last')}
      tone="neutral"
      icon={<IconCircleDashed {...ICON} />}
      sentence={t('detail.lastNone')}
    >
      <FactText>{t('detail.lastNoneText')}</FactText>
    </BigFact>
  )
}

function LastAttempt({
  webhook,
  last,
  health,
}: {
  webhook: Webhook
  last: Delivery
  health: WebhookHealthDetail
}) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  const cause = causeOf(last)
  const host = hostOf(webhook.url)
  const code = last.status_code
  const sentence =
    code !== null
      ? describeStatus(code)
      : cause
        ? deliveries(`cause.${cause}.title`, { host, code: '' })
        : t('detail.delivered')
  return (
    <BigFact
      name={t('detail.last')}
      tone={cause ? 'red' : 'green'}
      icon={cause ? <IconAlertTriangle {...ICON} /> : <IconCheck {...ICON} />}
      sentence={sentence}
    >
      <FactText>
        <Moment last={last} /> · <code>{last.event_type}</code>
        {last.task_number !== null && <span className="mono"> T-{last.task_number}</span>}
      </FactText>
      {cause && <LastDelivered at={health.last_success_at} />}
    </BigFact>
  )
}

function Moment({ last }: { last: Delivery }) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  const time = useTimeOf(last.attempted_at ?? last.created_at)
  return last.duration_ms === null
    ? time
    : t('detail.after', { time, duration: formatDuration(last.duration_ms, locale) })
}

function LastDelivered({ at }: { at: string | null }) {
  const { t } = useTranslation('webhooks')
  const time = useTimeOf(at)
  return (
    <FactText>
      {at === null ? t('detail.noneDelivered') : t('detail.lastDelivered', { time })}
    </FactText>
  )
}

/** Today to the second, then the date. */
function useTimeOf(iso: string | null): string {
  const locale = useLocale()
  const now = useNow()
  if (iso === null) return ''
  const at = new Date(iso)
  const time = at.toLocaleTimeString(locale)
  if (at.toDateString() === now.toDateString()) return time
  return `${at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })}, ${time}`
}

function NextAttempt({ webhook, health }: { webhook: Webhook; health: WebhookHealthDetail }) {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const leftMs = Date.parse(health.next_attempt_at ?? '') - useSeconds()
  const name = t('detail.next')
  if (!webhook.enabled) {
    return (
      <BigFact
        name={name}
        tone="neutral"
        icon={<IconPlayerPause {...ICON} />}
        sentence={t('detail.off')}
      >
        <FactText>
          {t(`detail.reason.${webhook.disabled_reason ?? 'manual'}`)} {t('detail.afterEnable')}
        </FactText>
      </BigFact>
    )
  }
  if (health.next_attempt_at === null) {
    return (
      <BigFact
        name={name}
        tone="neutral"
        icon={<IconCheck {...ICON} />}
        sentence={t('detail.idle')}
      >
        <FactText>{t('detail.idleText')}</FactText>
      </BigFact>
    )
  }
  return (
    <BigFact
      name={name}
      tone="neutral"
      icon={<IconClock {...ICON} />}
      sentence={
        leftMs > 0
          ? t('detail.nextIn', { time: describeSpan(leftMs, common) })
          : t('detail.nextNow')
      }
    >
      <FactText>
        {health.pending > 0
          ? t('detail.pending', { count: health.pending })
          : t('detail.pendingOlder')}
      </FactText>
      {health.disables_at !== null && <DisablesAt at={health.disables_at} />}
    </BigFact>
  )
}

function DisablesAt({ at }: { at: string }) {
  const { t } = useTranslation('webhooks')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const time = describeTime(new Date(at), useNow(), locale, common)
  return <FactText>{t('detail.disablesAt', { time })}</FactText>
}
