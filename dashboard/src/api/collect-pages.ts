// Everything a list holds, for lists that are short by nature.

/** The most a page may have. */
const LIMIT = 200

type Page<Item> = { body: { data: Item[]; next_cursor: string | null } }

export async function collectPages<Item>(
  ask: (query: { limit: number; cursor?: string }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const found: Item[] = []
  let cursor: string | null = null
  do {
    const { body }: Page<Item> = await ask({ limit: LIMIT, ...(cursor !== null && { cursor }) })
    found.push(...body.data)
    cursor = body.next_cursor
  } while (cursor !== null)
  return found
}
