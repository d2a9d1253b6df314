// A part that is fetched when it is first shown, so that a screen paints without the parts that are not open yet. When the
// page is idle it is fetched anyway: a user who loses the network later must still be able to open it. If it cannot be
// fetched, the rest of the screen stays as it is.
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { loadPart } from '#api/load-part.ts'
import { holdKeys, takeHeldKeys } from '#lib/held-keys/held-keys.ts'
import { useLatest } from '#lib/use-latest.ts'
import { reportPartFailure } from './part-failures.ts'

const REST_MS = 5_000

function atRest(run: () => void): void {
  setTimeout(() => {
    if ('requestIdleCallback' in window) requestIdleCallback(run)
    else run()
  }, REST_MS)
}

/** Nothing can be opened before the pointer moves, a finger touches the page or a key is pressed. */
function atFirstInput(run: () => void): void {
  for (const type of ['pointermove', 'pointerdown', 'keydown'] as const) {
    window.addEventListener(type, run, { once: true, capture: true, passive: true })
  }
}

export type OnDemandOptions<Props> = {
  /** Stands in its place until it is there. */
  placeholder?: (props: Props) => ReactNode
  /** Closes it, for a part that opens over the page and could not be fetched. */
  close?: (props: Props) => void
  /** It has a field: what is typed until it is there is kept for it, and Escape closes it. */
  takesKeys?: boolean
  /** Fetched as soon as the page is used, because a single key opens it. */
  isSoonNeeded?: boolean
}

export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { placeholder, close, takesKeys = false, isSoonNeeded = false }: OnDemandOptions<Props> = {},
): ComponentType<Props> & { preload: () => void } {
  let loaded: ComponentType<Props> | undefined
  const fetchPart = async () => {
    loaded ??= await loadPart(load)
    return loaded
  }
  // If it fails, it is asked for again when it is shown.
  const preload = () => void fetchPart().catch(() => undefined)
  if (isSoonNeeded) atFirstInput(preload)
  atRest(preload)
  function OnDemand(props: Props) {
    const [Part, setPart] = useState(() => loaded)
    const [attempt, setAttempt] = useState(0)
    const latest = useLatest(props)
    useLayoutEffect(() => {
      if (Part || !takesKeys) return
      const hold = holdKeys(() => close?.(latest()))
      return () => (loaded ? hold.handOver() : hold.drop())
    }, [Part, latest])
    useEffect(() => {
      if (Part) return
      let isShown = true
      const retry = () => (isShown ? setAttempt(attempt + 1) : preload())
      const fail = (error: unknown) => {
        if (!isShown) return
        if (takesKeys) takeHeldKeys()
        reportPartFailure(error, retry)
        close?.(latest())
      }
      void fetchPart().then((part) => isShown && setPart(() => part), fail)
      return () => {
        isShown = false
      }
    }, [Part, attempt, latest])
    return Part ? <Part {...props} /> : placeholder?.(props)
  }
  return Object.assign(OnDemand, { preload })
}
