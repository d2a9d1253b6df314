// A part that is fetched when it is first shown, so that a screen paints without what nobody has opened yet.
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  placeholder?: (props: Props) => ReactNode,
): ComponentType<Props> & { preload: () => void } {
  const Part = lazy(async () => ({ default: await load() }))
  function OnDemand(props: Props) {
    return (
      <Suspense fallback={placeholder?.(props)}>
        <Part {...props} />
      </Suspense>
    )
  }
  return Object.assign(OnDemand, { preload: () => void load() })
}
