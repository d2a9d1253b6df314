// A screen that is fetched when it is first opened. The router's own version of this reloads the page when that fails, which
// ends the dashboard while the server cannot be reached, and it never fetches again.
import { type ComponentType, type ReactNode, use } from 'react'
import { loadPart } from '#api/load-part.ts'

const attempts = new Map<object, Promise<ComponentType>>()

/** Before another attempt; without this, the failure of the last one would be shown again. */
export function forgetFailedScreens(): void {
  attempts.clear()
}

export function lazyScreen<Name extends string>(
  load: () => Promise<Record<NoInfer<Name>, ComponentType>>,
  name: Name,
): (() => ReactNode) & { preload: () => Promise<void> } {
  let loaded: ComponentType | undefined
  const fetchScreen = async (): Promise<ComponentType> => {
    loaded ??= (await loadPart(load))[name]
    return loaded
  }
  /** One attempt for all renderings, until its failure is forgotten. */
  const attempt = (): Promise<ComponentType> => {
    const pending = attempts.get(load) ?? fetchScreen()
    attempts.set(load, pending)
    return pending
  }
  function Screen() {
    const Loaded = loaded ?? use(attempt())
    return <Loaded />
  }
  // What fails here is asked for again, and its failure shown, when the screen is opened.
  const preload = () => fetchScreen().then(ignore, ignore)
  return Object.assign(Screen, { preload })
}

const ignore = () => undefined
