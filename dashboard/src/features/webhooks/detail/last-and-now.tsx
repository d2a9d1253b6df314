// Last result and current state of a webhook.
import {
  IconAlertTriangle,
  IconCheck,
  IconCircleDashed,
  IconHourglass,
  IconPlayerPause,
  IconX,
} from '@tabler/icons-react'
import type { Delivery, Webhook, WebhookHealth } from '@task-service/contract'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { BigFact, FactPair, FactText } from '#components/fact-pair/fact-pair.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { causeOf } from '#features/webhooks/deliveries/row/result.ts'
import { hostOf } from '#lib/target.ts'
import { useLocale } from '#lib/use-locale.ts'

export function LastAndNow({
  webhook,
  health,
  latest,
}: {
  webhook: Webhook
  health: WebhookHealth | undefined
  /** The newest delivery that was tried. */
  latest: Delivery | undefined
}) {
  return (
    <FactPair>
      <Last webhook={webhook} latest={latest} />
      <Now webhook={webhook} pending={health?.pending ?? 0} />
    </FactPair>
  )
}

function Fact({ children, ...fact }: ComponentProps<typeof BigFact>) {
  return (
    <BigFact {...fact}>
      <FactText>{children}</FactText>
    </BigFact>
  )
}

const ICON = { size: 20, stroke: 1.75, 'aria-hidden': true } as const

function Last({ webhook, latest }: { webhook: Webhook; latest: Delivery | undefined }) {
  const { t } = useTranslation('webhooks')
  const { t: deliveries } = useTranslation('deliveries')
  if (!latest?.attempted_at) {
    return (
      <Fact
        name={t('detail.last')}
        tone="neutral"
        icon={<IconCircleDashed {...ICON} />}
        sentence={t('detail.lastNone')}
      >
        {t('detail.lastNoneText')}
      </Fact>
    )
  }
  const cause = causeOf(latest)
  const values = { host: hostOf(webhook.url), code: latest.status_code ?? '' }
  return (
    <Fact
      name={t('detail.last')}
      tone={cause ? 'red' : 'green'}
      icon={cause ? <IconX {...ICON} /> : <IconCheck {...ICON} />}
      sentence={cause ? t('detail.lastBad') : t('detail.lastGood', { code: latest.status_code })}
    >
      {cause && `${deliveries(`cause.${cause}.title`, values)}. `}
      <code>{latest.event_type}</code>, <RelativeTime at={latest.attempted_at} />
      {latest.duration_ms !== null && `, ${deliveries('ms', { count: latest.duration_ms })}`}
    </Fact>
  )
}

function Now({ webhook, pending }: { webhook: Webhook; pending: number }) {
  const { t } = useTranslation('webhooks')
  const locale = useLocale()
  if (!webhook.enabled) {
    return (
      <Fact
        name={t('detail.now')}
        tone="neutral"
        icon={<IconPlayerPause {...ICON} />}
        sentence={t('detail.off')}
      >
        {t(`detail.reason.${webhook.disabled_reason ?? 'manual'}`)} {t('detail.afterEnable')}
      </Fact>
    )
  }
  if (webhook.failing_since !== null) {
    const time = new Date(webhook.failing_since).toLocaleString(locale, {
      dateStyle: 'medium',
      timeStyle: 'short',
    })
    return (
      <Fact
        name={t('detail.now')}
        tone="amber"
        icon={<IconAlertTriangle {...ICON} />}
        sentence={t('detail.pending', { count: pending })}
      >
        {t('detail.failingSince', { time })}. {t('detail.failingText')}
      </Fact>
    )
  }
  return pending > 0 ? (
    <Fact
      name={t('detail.now')}
      tone="neutral"
      icon={<IconHourglass {...ICON} />}
      sentence={t('detail.pending', { count: pending })}
    >
      {t('detail.pendingText')}
    </Fact>
  ) : (
    <Fact
      name={t('detail.now')}
      tone="neutral"
      icon={<IconCheck {...ICON} />}
      sentence={t('detail.idle')}
    >
      {t('detail.idleText')}
    </Fact>
  )
}
