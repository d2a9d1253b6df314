// A list over pages: the next page is requested when the last one was consumed, so memory does not grow with the list.
import type { List, Page } from './transport.ts'

export class PagedList<T> implements List<T> {
  readonly #read: (cursor: string | undefined) => Promise<Page<T>>
  #first: Promise<Page<T>> | undefined

  /** Nothing is requested before the list is used. */
  constructor(read: (cursor: string | undefined) => Promise<Page<T>>) {
    this.#read = read
  }

  // oxlint-disable-next-line unicorn/no-thenable -- `await client.tasks.list()` is the first page, as users of such clients expect
  then<A = Page<T>, B = never>(
    onFulfilled?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#read(undefined)
    return this.#first.then(onFulfilled, onRejected)
  }

  async *pages(): AsyncGenerator<Page<T>, void, void> {
    for (let cursor: string | undefined; ; ) {
      const page = await this.#read(cursor)
      yield page
      const next = page.next_cursor ?? undefined
      if (next === undefined || page.has_more === false) return
      if (next === cursor) throw new Error('The server returned the same page twice')
      cursor = next
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, void> {
    for await (const { data } of this.pages()) yield* data
  }

  async toArray({ limit = Number.POSITIVE_INFINITY }: { limit?: number } = {}): Promise<T[]> {
    const items: T[] = []
    if (limit <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= limit) break
    }
    return items
  }
}
