// For a field that takes the focus when it appears: it gets what was typed before it was there.
import { type RefObject, useEffect } from 'react'
import { useLatest } from '../use-latest.ts'
import { pressKeys, takeHeldKeys } from './held-keys.ts'

export function useHeldKeys(
  field: RefObject<HTMLInputElement | null>,
  onText: (text: string) => void,
): void {
  const type = useLatest(onText)
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    const { text, keys } = takeHeldKeys()
    if (text !== '') type()(text)
    pressKeys(field.current, keys)
  }, [field, type])
}
