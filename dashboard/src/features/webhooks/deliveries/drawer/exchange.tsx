// Request and response of one attempt.
import type { DeliveryAttempt, DeliveryWithAttempts, Webhook } from '@task-service/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '#components/code/code-block.tsx'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { Segments } from '#components/surface/segments.tsx'
import classes from './drawer.module.css'

const PARTS = ['response', 'request', 'headers'] as const
type Part = (typeof PARTS)[number]

export function Exchange({
  delivery,
  attempt,
  webhook,
}: {
  delivery: DeliveryWithAttempts
  attempt: DeliveryAttempt | undefined
  webhook: Webhook | undefined
}) {
  const { t } = useTranslation('deliveries')
  const [part, setPart] = useState<Part>(attempt ? 'response' : 'request')
  const headers = useHeaders(delivery, attempt, webhook)
  const texts: Record<Part, string | undefined> = {
    response: attempt?.response ?? undefined,
    request: delivery.event === null ? undefined : JSON.stringify(delivery.event),
    headers,
  }
  const text = texts[part]
  return (
    <section>
      <div className={classes['bar']}>
        <Segments<Part>
          label={t('part.label')}
          value={part}
          onChange={setPart}
          segments={PARTS.map((value) => ({ value, label: t(`part.${value}`) }))}
        />
        {text !== undefined && (
          <>
            <span className={classes['meta']}>
              {t('bytes', { count: new TextEncoder().encode(text).length })}
            </span>
            <CopyIcon text={text} label={t('copyPart')} />
          </>
        )}
      </div>
      {text === undefined ? (
        <p className={classes['none']}>{t(missingWord(part, attempt))}</p>
      ) : (
        <CodeBlock text={text} label={t(`part.${part}`)} />
      )}
    </section>
  )
}

function missingWord(part: Part, attempt: DeliveryAttempt | undefined) {
  if (part === 'request') return 'eventGone'
  if (!attempt) return 'notSent'
  return attempt.status_code === null ? 'noResponse' : 'emptyResponse'
}

/** Those of the request; what an attempt was answered with is kept without its headers. */
function useHeaders(
  delivery: DeliveryWithAttempts,
  attempt: DeliveryAttempt | undefined,
  webhook: Webhook | undefined,
): string {
  const { t } = useTranslation('deliveries')
  const sentAt = attempt && Math.floor(Date.parse(attempt.at) / 1_000)
  return [
    'content-type: application/json',
    `webhook-id: ${delivery.event_id}`,
    `webhook-timestamp: ${sentAt ?? '…'}`,
    `webhook-signature: v1,…  (${t('signature')})`,
    ...(webhook?.header_names ?? []).map((name) => `${name}: …  (${t('ownHeaderHidden')})`),
  ].join('\n')
}
