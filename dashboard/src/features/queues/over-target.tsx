// The queue that is the furthest over its target, with the way to it.
import { Button } from '@mantine/core'
import type { QueueState } from '@task-service/contract'
import { useTranslation } from 'react-i18next'
import { Notice } from '#components/surface/notice.tsx'
import { describeSpan } from '#lib/span.ts'
import { useNow } from '#lib/use-now.ts'
import { overTargetMs } from './queue-level.ts'

export function OverTarget({
  queues,
  opened,
  onOpen,
}: {
  queues: readonly QueueState[]
  /** The queue whose row is open. */
  opened: string | undefined
  onOpen: (queue: string) => void
}) {
  const { t } = useTranslation('queues')
  const { t: common } = useTranslation()
  const nowMs = useNow().getTime()
  const late = queues
    .map((queue) => ({ queue, ms: overTargetMs(queue, nowMs) }))
    .filter(({ ms }) => ms > 0)
    .toSorted((one, other) => other.ms - one.ms)
  const [worst] = late
  if (!worst) return null
  const { queue, ms } = worst
  return (
    <Notice
      tone="amber"
      title={t('over.title', { queue: queue.name, span: describeSpan(ms, common) })}
      actions={
        opened === queue.name ? undefined : (
          <Button size="compact-md" variant="default" onClick={() => onOpen(queue.name)}>
            {t('over.open', { queue: queue.name })}
          </Button>
        )
      }
    >
      {queue.agents === 0 ? t('over.noAgents') : t('over.agents', { count: queue.agents })}{' '}
      {late.length > 1 && t('over.others', { count: late.length - 1 })}
    </Notice>
  )
}
