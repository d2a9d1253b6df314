// What was sent where: event, task, target, and the id by which receivers notice repetitions.
import { Link } from '@tanstack/react-router'
import type { DeliveryWithAttempts } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { CopyIcon } from '#components/code/copy-icon.tsx'
import { type Fact, Facts } from '#components/surface/facts.tsx'
import { RelativeTime } from '#components/text/relative-time.tsx'
import { targetOf } from '#lib/target.ts'
import classes from './drawer.module.css'

export function DeliveryFacts({
  delivery,
  url,
}: {
  delivery: DeliveryWithAttempts
  url: string | undefined
}) {
  const { t } = useTranslation('deliveries')
  const facts: (Fact | false)[] = [
    { name: t('event'), value: <code>{delivery.event_type}</code> },
    delivery.task_number !== null && {
      name: t('task'),
      value: <TaskLink number={delivery.task_number} title={delivery.event?.data['title']} />,
    },
    {
      name: t('target'),
      value: (
        <Link
          className={classes['link']}
          to="/webhooks/$webhook"
          params={{ webhook: delivery.webhook_id }}
        >
          <code>POST {url === undefined ? delivery.webhook_id : targetOf(url)}</code>
        </Link>
      ),
    },
    {
      name: t('messageId'),
      value: (
        <>
          <code>{delivery.event_id}</code> <CopyIcon text={delivery.event_id} label={t('copyId')} />
        </>
      ),
    },
    delivery.next_attempt_at !== null && {
      name: t('nextAttempt'),
      value: <RelativeTime at={delivery.next_attempt_at} />,
    },
  ]
  return <Facts facts={facts.filter((fact) => fact !== false)} />
}

function TaskLink({ number, title }: { number: number; title: unknown }) {
  return (
    <>
      <Link className={classes['link']} to="/tasks/$task" params={{ task: `T-${number}` }}>
        <span className="mono">T-{number}</span>
      </Link>
      {typeof title === 'string' && <span className={classes['task']}>{title}</span>}
    </>
  )
}
