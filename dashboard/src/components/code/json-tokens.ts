// Splits JSON into what is coloured differently. Text that is no JSON comes back as it is.

export type TokenKind = 'name' | 'string' | 'number' | 'word' | 'plain'
export type Token = { kind: TokenKind; text: string }

const pattern =
  /(?<name>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*")|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>\b(?:true|false|null)\b)/g

export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: text.slice(end, match.index) })
    const kind = Object.entries(match.groups ?? {}).find(([, found]) => found !== undefined)?.[0]
    tokens.push({ kind: (kind ?? 'plain') as TokenKind, text: match[0] }) // names of the groups above
    end = match.index + match[0].length
  }
  if (end < text.length) tokens.push({ kind: 'plain', text: text.slice(end) })
  return tokens
}

/** Indented when it is JSON. */
export function prettyJson(text: string): { text: string; isJson: boolean } {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
      ? { text: JSON.stringify(value, null, 2), isJson: true }
      : { text, isJson: false }
  } catch {
    return { text, isJson: false }
  }
}
