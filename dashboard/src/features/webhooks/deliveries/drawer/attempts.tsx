// Every attempt, newest first, down to the creation of the event. One of them can be opened.
import { IconCheck, IconPencil, IconX } from '@tabler/icons-react'
import type { DeliveryAttempt, DeliveryWithAttempts } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { causeOf } from '#features/webhooks/deliveries/row/result.ts'
import { useLocale } from '#lib/use-locale.ts'
import classes from './drawer.module.css'

export function Attempts({
  delivery,
  shown,
  onShow,
}: {
  delivery: DeliveryWithAttempts
  shown: number | undefined
  onShow: (number: number) => void
}) {
  const { t } = useTranslation('deliveries')
  return (
    <section>
      <h3 className={classes['heading']}>{t('attempts')}</h3>
      <ol className={classes['attempts']}>
        {delivery.attempts.toReversed().map((attempt) => (
          <li key={`${attempt.number} ${attempt.at}`}>
            <button
              type="button"
              className={classes['attempt']}
              aria-pressed={attempt.number === shown}
              onClick={() => onShow(attempt.number)}
            >
              <AttemptLine attempt={attempt} />
            </button>
          </li>
        ))}
        <li>
          <div className={classes['attempt']}>
            <span className={classes['mark']}>
              <IconPencil size={13} stroke={2} aria-hidden="true" />
            </span>
            <b>–</b>
            <span>{t('recorded')}</span>
            <span />
            <Clock at={delivery.event_at} />
          </div>
        </li>
      </ol>
    </section>
  )
}

function AttemptLine({ attempt }: { attempt: DeliveryAttempt }) {
  const { t } = useTranslation('deliveries')
  const isDelivered = attempt.error === null
  const word = isDelivered
    ? 'delivered'
    : attempt.status_code !== null
      ? 'failed'
      : attempt.error === 'timeout' || attempt.error === 'connection'
        ? 'noResponse'
        : 'notSent'
  const cause = causeOf(attempt)
  return (
    <>
      <span className={classes['mark']} data-result={isDelivered ? 'delivered' : 'failed'}>
        {isDelivered ? (
          <IconCheck size={13} stroke={2.4} aria-hidden="true" />
        ) : (
          <IconX size={13} stroke={2.4} aria-hidden="true" />
        )}
      </span>
      <b>{attempt.status_code ?? '–'}</b>
      <span title={cause && t(`cause.${cause}.fix`, { host: t('theReceiver'), code: '' })}>
        {t(`attempt.${word}`)}
      </span>
      <span className={classes['took']}>
        {attempt.duration_ms !== null && t('ms', { count: attempt.duration_ms })}
      </span>
      <Clock at={attempt.at} />
    </>
  )
}

export function Clock({ at }: { at: string }) {
  const locale = useLocale()
  const date = new Date(at)
  return (
    <time
      className={classes['when']}
      dateTime={at}
      title={date.toLocaleString(locale, { dateStyle: 'full', timeStyle: 'long' })}
    >
      {date.toLocaleTimeString(locale)}
    </time>
  )
}
