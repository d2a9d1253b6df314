// The language of injected instructions, in which a scripted agent can be as obedient as a model: a tool, its arguments, and
// `$LAST` for everything that the last tool returned.

export type Command = { tool: string; args: Record<string, unknown> }

export const LAST = '$LAST'

export const printCommand = ({ tool, args }: Command) =>
  `@agent ${tool} ${JSON.stringify(args)} @end`

const COMMAND = /@agent\s+([a-z_]+)\s+(\{[^@]*?\})\s*@end/g

/** Every command in a text, however it is disguised; each once, in order. */
export function findCommands(text: string): Command[] {
  const found = new Map<string, Command>()
  for (const variant of readings(text)) {
    for (const [, tool = '', args = ''] of variant.matchAll(COMMAND)) {
      const command = parse(tool, args)
      if (command) found.set(JSON.stringify(command), command)
    }
  }
  return [...found.values()]
}

function parse(tool: string, args: string): Command | undefined {
  try {
    return { tool, args: JSON.parse(args) as Record<string, unknown> } // the pattern has braces
  } catch {
    return undefined
  }
}

/** The text as it is, and as everything that it could be a disguise of. */
function readings(text: string): string[] {
  // Values that are part of JSON have their quotes escaped, perhaps twice.
  const plain = [text, unescape(text), unescape(unescape(text))]
  return plain.flatMap(unmask).flatMap((one) => [one, unescape(one)])
}

function unmask(text: string): string[] {
  const shown = text
    .normalize('NFKC')
    .replace(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
  const tags = Array.from(text)
    .map((letter) => (letter.codePointAt(0) ?? 0) - TAG_BASE)
    .filter((code) => code >= 0x20 && code < 0x7f)
    .map((code) => String.fromCharCode(code))
    .join('')
  const encoded = (shown.match(/[A-Za-z0-9+/]{24,}={0,2}/g) ?? []).map((run) =>
    Buffer.from(run, 'base64').toString(),
  )
  const links = (shown.match(/%[0-9A-Fa-f]{2}[^\s)"]*/g) ?? []).map(decode)
  const backwards = Array.from(shown).toReversed().join('')
  return [text, shown, tags, ...encoded, ...links, backwards]
}

/** Of the tag characters of Unicode, which nothing shows. */
export const TAG_BASE = 0xe0000

const unescape = (text: string) => text.replaceAll('\\"', '"').replaceAll('\\\\', '\\')

function decode(run: string): string {
  try {
    return decodeURIComponent(run)
  } catch {
    return ''
  }
}
