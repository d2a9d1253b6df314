// What a list needs to know about its records.
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'

export type Listed = { readonly id: string }

export type ListTexts = {
  title: string
  /** The button that adds a record. */
  add: string
  /** Label of the search; without it there is none. */
  find?: string
  count: (count: number) => string
  emptyTitle: string
  emptyText: string
  noMatchTitle: string
  noMatchText: string
  /** For the list of keyboard shortcuts. */
  keys: { add: string; next: string; previous: string }
}

export type ListFilter<Item, State extends string> = {
  /** Name in the URL. */
  param: string
  /** In the order they are offered; only those that occur are. */
  states: readonly State[]
  /** Undefined for a record that only `All` shows. */
  stateOf: (item: Item) => State | undefined
  wordOf: (state: State) => string
  isAlarming: (state: State) => boolean
  /** In the head of the screen, which has room for two choices, instead of a bar below it. */
  inHead?: true
}

export type ListOf<Item, State extends string> = {
  texts: ListTexts
  icon: Icon
  filter: ListFilter<Item, State>
  needsAttention: (item: Item) => boolean
  /** What the search looks at. */
  textOf?: (item: Item) => string
  /** Heads of a table, and the class that sets `--columns`; without them, records are cards. */
  columns?: { className: string; names: readonly string[] }
  /** Cards that need the room of two. */
  hasWideCards?: true
  renderItem: (item: Item) => ReactNode
}
