// Several payloads in one text.

/** As many payloads in one text as it may well hold. */
export function joinPayloads(payloads: readonly string[], most: number): string[] {
  const joined: string[] = []
  for (const payload of payloads) {
    const last = joined.at(-1)
    if (last !== undefined && last.length + payload.length < most) {
      joined[joined.length - 1] = `${last} ${payload}`
    } else joined.push(payload)
  }
  return joined
}
