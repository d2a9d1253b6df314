// The queues together: what is ready, what waits the longest, and what is worked on.
import type { QueueState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { overTargetMs, printCount, waitedMs } from './queue-level.ts'
import classes from './queues.module.css'

export function QueueSums({ queues }: { queues: readonly QueueState[] }) {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const locale = useLocale()
  const nowMs = useNow().getTime()
  const sum = (pick: (queue: QueueState) => number) =>
    queues.reduce((all, queue) => all + pick(queue), 0)
  const ready = sum((queue) => queue.ready)
  const isBeyond = queues.some((queue) => printCount(queue.ready, locale).endsWith('+'))
  const waits = queues.map((queue) => waitedMs(queue, nowMs)).filter((ms) => ms !== undefined)
  const isLate = queues.some((queue) => overTargetMs(queue, nowMs) > 0)
  const figures = [
    { name: t('sum.ready'), value: `${ready.toLocaleString(locale)}${isBeyond ? '+' : ''}` },
    {
      name: t('sum.oldest'),
      value: waits.length === 0 ? '–' : describeSpan(Math.max(...waits), common),
      tone: isLate ? 'amber' : undefined,
    },
    { name: t('sum.working'), value: sum((queue) => queue.working_runs).toLocaleString(locale) },
    { name: t('sum.parked'), value: sum((queue) => queue.parked_runs).toLocaleString(locale) },
  ]
  return (
    <dl className={classes['sums']}>
      {figures.map(({ name, value, tone }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-tone={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
