// How long the oldest ready task waits, and which queues are over their target.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { overTargetMs, waitedMs } from '#features/queues/queue-level.ts'
import { queuesQuery } from '#features/queues/queue-queries.ts'
import { useNow } from '#lib/use-now.ts'

export type QueueLevels = { oldestMs: number | undefined; late: ReadonlySet<string> }

export function useQueueLevels(): QueueLevels {
  const { data } = useQuery(queuesQuery)
  const nowMs = useNow().getTime()
  return useMemo(() => {
    const waits = (data ?? []).flatMap((queue) => waitedMs(queue, nowMs) ?? [])
    const late = (data ?? []).filter((queue) => overTargetMs(queue, nowMs) > 0)
    return {
      oldestMs: waits.length > 0 ? Math.max(...waits) : undefined,
      late: new Set(late.map(({ name }) => name)),
    }
  }, [data, nowMs])
}
