// Whether comets move: only what was counted within the last minute, in a tab that is seen, for users who want motion.
import { useDocumentVisibility, useReducedMotion } from '@mantine/hooks'
import type { TaskFlow } from '@task-service/contract'
import { useEffect, useState } from 'react'

const RECENT_MS = 60_000

export function useIsMoving(flow: TaskFlow): boolean {
  const isReduced = useReducedMotion(false, { getInitialValueInEffect: false })
  const isSeen = useDocumentVisibility() === 'visible'
  const isFresh = useIsFresh(flow)
  return !isReduced && isSeen && isFresh
}

/** A minute after the last answer nothing is known of the last minute; the clocks of server and browser may differ. */
function useIsFresh(flow: TaskFlow): boolean {
  const [old, setOld] = useState<TaskFlow>()
  useEffect(() => {
    const timer = setTimeout(() => setOld(flow), RECENT_MS)
    return () => clearTimeout(timer)
  }, [flow])
  return old !== flow
}
