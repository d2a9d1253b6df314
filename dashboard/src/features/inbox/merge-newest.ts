// Several lists that are loaded in pages, newest first each, as one list that is in order as far as it is shown.

export type PagedList<Item> = { items: readonly Item[]; hasMore: boolean }

/**
 * An item is shown once everything that belongs above it is loaded. `next` is the list whose next page continues the merged
 * one; undefined at the end.
 */
export function mergeNewest<Item extends { created_at: string }>(
  lists: readonly PagedList<Item>[],
): { items: Item[]; next: number | undefined } {
  const ends = lists.flatMap(({ items, hasMore }, index) =>
    hasMore ? [{ index, at: items.at(-1)?.created_at ?? '9' }] : [],
  )
  const [first] = ends.toSorted((one, other) => (one.at > other.at ? -1 : 1))
  const items = lists
    .flatMap((list) => list.items)
    .filter(({ created_at: at }) => first === undefined || at >= first.at)
    .toSorted((one, other) => (one.created_at > other.created_at ? -1 : 1))
  return { items, next: first?.index }
}
