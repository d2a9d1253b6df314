// The newest value for something that was registered once, such as a key.
import { useCallback, useEffect, useRef } from 'react'

export function useLatest<T>(value: T): () => T {
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  })
  return useCallback(() => latest.current, [])
}
