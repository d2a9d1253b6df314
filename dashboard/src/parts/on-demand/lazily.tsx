// A part that is fetched when it is first drawn; until then nothing stands in its place.
import { type ComponentType, lazy, Suspense } from 'react'

export function lazily<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load() }))
  return function Lazily(props: Props) {
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    )
  }
}
