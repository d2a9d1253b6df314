// One delivery in a line: result, event, receiver, duration and time.
import { Link } from '@tanstack/react-router'
import type { Delivery } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { targetOf } from '#lib/target.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { useSeconds } from '#lib/use-seconds.ts'
import classes from './delivery-row.module.css'
import { resultOf } from './result.ts'
import { ResultIcon } from './result-icon.tsx'

const DAY_MS = 86_400_000

export function DeliveryRow({
  delivery,
  url,
  isSelected = false,
  isCompact = false,
}: {
  delivery: Delivery
  /** Of its webhook, when that is known. */
  url: string | undefined
  isSelected?: boolean
  isCompact?: boolean
}) {
  const result = resultOf(delivery)
  return (
    <Link
      to="/deliveries"
      search={(now: Record<string, unknown>) => ({ ...now, delivery: delivery.id })}
      className={classes['row']}
      data-row
      data-id={delivery.id}
      data-result={result}
      data-selected={isSelected || undefined}
      data-compact={isCompact || undefined}
      aria-current={isSelected || undefined}
    >
      <span className={classes['mark']}>
        <ResultIcon result={result} />
      </span>
      <span className={classes['code']}>{delivery.status_code ?? '–'}</span>
      <span className={classes['what']}>
        <span className={classes['event']}>
          <code>{delivery.event_type}</code>
          {delivery.task_number !== null && (
            <span className={`mono ${classes['key']}`}>T-{delivery.task_number}</span>
          )}
        </span>
        {url !== undefined && <div className={classes['target']}>{targetOf(url)}</div>}
      </span>
      <span className={classes['result']}>
        <ResultWord delivery={delivery} />
      </span>
      <Effort delivery={delivery} />
      <Moment delivery={delivery} />
    </Link>
  )
}

export function ResultWord({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries')
  const result = resultOf(delivery)
  return result === 'retrying' && delivery.next_attempt_at !== null ? (
    <Countdown at={delivery.next_attempt_at} />
  ) : (
    t(`result.${result}`)
  )
}

function Countdown({ at }: { at: string }) {
  const { t } = useTranslation('deliveries')
  const { t: common } = useTranslation()
  const leftMs = Date.parse(at) - useSeconds()
  return leftMs <= 0 ? t('retryNow') : t('retryIn', { time: describeSpan(leftMs, common) })
}

function Effort({ delivery }: { delivery: Delivery }) {
  const { t } = useTranslation('deliveries')
  const { status, duration_ms: ms, attempt_count: count } = delivery
  return (
    <span className={classes['effort']}>
      {status === 'delivered' && ms !== null
        ? t('ms', { count: ms })
        : count > 0 && t('attemptNumber', { count })}
    </span>
  )
}

/** To the second; with the day when it was not today. */
function Moment({ delivery }: { delivery: Delivery }) {
  const locale = useLocale()
  const at = new Date(delivery.attempted_at ?? delivery.created_at)
  const isRecent = useNow().getTime() - at.getTime() < DAY_MS
  const time = at.toLocaleTimeString(locale)
  const day = at.toLocaleDateString(locale, { day: 'numeric', month: 'short' })
  return (
    <time
      className={classes['time']}
      dateTime={at.toISOString()}
      title={at.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' })}
    >
      {isRecent ? time : `${day}, ${time}`}
    </time>
  )
}
