// J and K move the focus through rows that are links; the rest the browser does.
import { type RefObject, useMemo } from 'react'
import { type KeyGroup, useKeys } from './keys.ts'

export function useRowKeys(
  list: RefObject<HTMLElement | null>,
  group: KeyGroup,
  labels: { next: string; previous: string },
): void {
  const { next, previous } = labels
  const bindings = useMemo(() => {
    const step = (by: 1 | -1) => () => {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
      const at = rows.indexOf(document.activeElement as HTMLElement) // not found is fine
      const target = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
      target?.focus()
    }
    return [
      { keys: 'j', group, label: next, run: step(1) },
      { keys: 'k', group, label: previous, run: step(-1) },
    ]
  }, [list, group, next, previous])
  useKeys(bindings)
}
