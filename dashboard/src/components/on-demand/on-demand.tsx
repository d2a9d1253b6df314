// A part that is fetched when it is first shown, so that a screen paints without the parts that are not open yet. When the
// page is idle it is fetched anyway: a user who loses the network later must still be able to open it.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

const REST_MS = 5_000

function atRest(run: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else run()
  }, REST_MS)
}

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: (props: Props) => ReactNode,
): ComponentType<Props> & { preload: () => void } {
  const Part = lazy(async () => ({ default: await load() }))
  // If it fails, it is asked for again when it is shown.
  const preload = () => void load().catch(() => undefined)
  atRest(preload)
  function OnDemand(props: Props) {
    return (
      <Suspense fallback={placeholder?.(props)}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(OnDemand, { preload })
}
