// One queue as a row that opens to its history and rules.
import { useInViewport } from '@mantine/hooks'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { QueueState } from '@task-service/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { describeSpan } from '#lib/span.ts'
import { useLocale } from '#lib/use-locale.ts'
import { useNow } from '#lib/use-now.ts'
import { QueueDetail } from './queue-detail.tsx'
import { overTargetMs, printCount, waitedMs } from './queue-level.ts'
import { historyQuery } from './queue-queries.ts'
import classes from './queues.module.css'

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function QueueRow({
  queue,
  isOpen,
  onToggle,
}: {
  queue: QueueState
  isOpen: boolean
  onToggle: () => void
}) {
  const id = useId()
  return (
    <li>
      <button
        type="button"
        className={classes['row']}
        data-row
        data-open={isOpen || undefined}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <Cells queue={queue} />
        <span className={classes['chevron']}>
          {isOpen ? <IconChevronDown {...ICON} /> : <IconChevronRight {...ICON} />}
        </span>
      </button>
      {isOpen && (
        <div id={id} className={classes['open']}>
          <QueueDetail queue={queue} />
        </div>
      )}
    </li>
  )
}

function Cells({ queue }: { queue: QueueState }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const { name, description, ready, scheduled, working_runs: working, parked_runs: parked } = queue
  return (
    <>
      <span className={classes['name']}>
        <b>{name}</b>
        {description !== '' && <small title={description}>{description}</small>}
      </span>
      <span className={classes['cell']}>
        <span className={classes['term']}>{t('column.ready')}</span>
        <b>{printCount(ready, locale)}</b>
        {scheduled > 0 && (
          <small>{t('scheduled', { scheduled: printCount(scheduled, locale) })}</small>
        )}
      </span>
      <Oldest queue={queue} />
      <span className={classes['cell']}>
        <span className={classes['term']}>{t('column.working')}</span>
        {working.toLocaleString(locale)}
        {parked > 0 && <small>{t('parked', { count: parked })}</small>}
      </span>
      <span className={classes['cell']} data-tone={isStranded(queue) ? 'amber' : undefined}>
        <span className={classes['term']}>{t('column.agents')}</span>
        {queue.agents === 0 ? t('noAgents') : queue.agents.toLocaleString(locale)}
      </span>
      <Claimed queue={queue} />
    </>
  )
}

/** Tasks are ready, and no agent can claim them. */
const isStranded = ({ ready, agents }: QueueState): boolean => ready > 0 && agents === 0

function Oldest({ queue }: { queue: QueueState }) {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const nowMs = useNow().getTime()
  const waited = waitedMs(queue, nowMs)
  const { target_seconds: target } = queue
  return (
    <span
      className={classes['cell']}
      data-tone={overTargetMs(queue, nowMs) > 0 ? 'amber' : undefined}
    >
      <span className={classes['term']}>{t('column.oldest')}</span>
      {waited === undefined ? '–' : describeSpan(waited, common)}
      {target !== null && (
        <small>{t('target', { span: describeSpan(target * 1_000, common) })}</small>
      )}
    </span>
  )
}

/** Asked for while the row is in sight: a workspace may have hundreds. */
function Claimed({ queue }: { queue: QueueState }) {
  const { t } = useTranslation('queues')
  const locale = useLocale()
  const { ref, inViewport } = useInViewport<HTMLSpanElement>()
  const history = useQuery({ ...historyQuery(queue.name), enabled: inViewport }).data
  const claimed = history?.hours.at(-1)?.claimed
  return (
    <span className={classes['cell']} ref={ref}>
      <span className={classes['term']}>{t('column.claimed')}</span>
      {claimed === undefined ? '–' : claimed.toLocaleString(locale)}
    </span>
  )
}
