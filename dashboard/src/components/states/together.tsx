// What loads in parts is drawn once, when the first data of all its parts is there: drawn one after the other, parts whose
// height is only known with their data would push each other down.
import { useIsFetching, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './together.module.css'

/** When nothing has arrived for so long, what is there is drawn without the rest. */
const LONGEST_GAP_MS = 5_000

/** Not asked for again in the background, and not waiting for a connection. */
const isFirst = { predicate: ({ state }: { state: { data: unknown } }) => state.data === undefined }

export function Together({
  className,
  fills = false,
  isReady = false,
  fallback,
  children,
}: {
  /** Of the box around the parts. */
  className?: string | undefined
  /** One below the other in all the height there is. */
  fills?: boolean
  /** What is there fills the screen already, so that nothing on it can move. */
  isReady?: boolean
  /** Drawn over their place in the meantime. */
  fallback?: ReactNode
  children: ReactNode
}) {
  const hasArrived = useArrived()
  const isShown = hasArrived || isReady
  return (
    <div
      className={[classes['together'], className].join(' ')}
      data-fills={fills || undefined}
      data-waiting={!isShown || undefined}
      aria-busy={!isShown}
    >
      {!isShown && <div className={classes['fallback']}>{fallback}</div>}
      {children}
    </div>
  )
}

/** Once it is true it stays so: what is asked for later must not take away what the user works on. */
function useArrived(): boolean {
  const client = useQueryClient()
  const pending = useIsFetching(isFirst)
  const [isShown, show] = useState(false)
  useEffect(() => {
    if (isShown) return
    // After the effects of all parts and of the screen, which begin to load what they need.
    const next = setTimeout(() => {
      if (pending === 0 && client.isFetching(isFirst) === 0) show(true)
    })
    const end = setTimeout(() => show(true), LONGEST_GAP_MS)
    return () => {
      clearTimeout(next)
      clearTimeout(end)
    }
  }, [client, pending, isShown])
  return isShown
}
