// Work on many things, so many at a time. One that fails keeps no other from its end, and no more are begun after it.

export async function sideBySide<T>(
  items: Iterable<T>,
  most: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]()
  let failed: { error: unknown } | undefined
  const lane = async () => {
    for (let next = left.next(); !next.done && !failed; next = left.next()) {
      try {
        await work(next.value)
      } catch (error) {
        failed ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, most) }, lane))
  if (failed) throw failed.error
}
