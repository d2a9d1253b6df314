// Mentions as they are stored, `@[Ada](user:usr_…)`, and as people type them, `@ada`.

/** Whom: `user:usr_…` or `agent:<name>`. */
export type Mention = { to: string; handle: string; name: string }

const TARGET = /^(?:user:usr_[0-9a-f]{32}|agent:[a-z0-9][a-z0-9_-]{0,62})$/
const STORED = /@\[([^[\]\n]{1,200})\]\(((?:user|agent):[a-z0-9_-]{1,80})\)/g

export const isMentionTarget = (url: string): boolean => TARGET.test(url)

/** What follows an `@` as far as it is one name; behind it may be the end of a sentence. */
const AFTER = String.raw`(?![A-Za-z0-9_@+-]|\.[A-Za-z0-9])`

const escapePattern = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

function stored({ to, name, handle }: Mention): string {
  // What would end the brackets, or be more than a name.
  const plain = name.replaceAll(/[[\]\\\n]/g, '').trim()
  return `@[${plain.slice(0, 200) || handle}](${to})`
}

/** The text as it is sent: of what looks like a mention, only those who were picked. */
export function toStored(typed: string, picked: readonly Mention[]): string {
  const byHandle = new Map(picked.map((one) => [one.handle, one]))
  if (byHandle.size === 0) return typed
  const handles = [...byHandle.keys()].toSorted((one, other) => other.length - one.length)
  const wanted = new RegExp(`(?<![\\w@.])@(${handles.map(escapePattern).join('|')})${AFTER}`, 'g')
  return typed.replaceAll(wanted, (text, handle: string) => {
    const one = byHandle.get(handle)
    return one ? stored(one) : text
  })
}

/** For editing: the text as it was typed, and whom it mentions. Unknown targets stay as they are stored. */
export function toTyped(
  body: string,
  handleOf: (to: string) => string | undefined,
): { text: string; picked: Mention[] } {
  const picked = new Map<string, Mention>()
  const text = body.replaceAll(STORED, (whole, name: string, to: string) => {
    const handle = isMentionTarget(to) ? handleOf(to) : undefined
    if (handle === undefined) return whole
    picked.set(handle, { to, handle, name })
    return `@${handle}`
  })
  return { text, picked: [...picked.values()] }
}

/** A stored text in one line, for lists. */
export function mentionsAsNames(body: string): string {
  return body.replaceAll(STORED, (_, name: string) => `@${name}`)
}

/** The name that is being typed in front of the caret, and where its `@` is. */
export function findTyped(text: string, caret: number): { at: number; wanted: string } | undefined {
  const before = text.slice(Math.max(0, caret - 80), caret)
  const found = /(?:^|[\s([{"'])@([\p{L}\p{N}._+-]{0,64})$/u.exec(before)
  if (!found) return undefined
  const wanted = found[1] ?? ''
  return { at: caret - wanted.length - 1, wanted }
}
