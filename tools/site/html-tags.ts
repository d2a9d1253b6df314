// The tags of a built page, changed one by one; text between them stays as it is.

const ATTRIBUTE = String.raw`[^\s=>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s>"']+))?`
const tagPattern = new RegExp(
  String.raw`<!--[\s\S]*?-->|<(script|style)\b((?:\s+${ATTRIBUTE})*)\s*>([\s\S]*?)</\1>|<([a-zA-Z][\w-]*)((?:\s+${ATTRIBUTE})*)\s*(/?)>`,
  'g',
)

export type Tag = {
  name: string
  attributes: Map<string, string>
  /** Of a script or style, whose content is no markup. */
  content?: string
}

/** `change` returns another tag, or undefined to leave it as it is. */
export function changeTags(html: string, change: (tag: Tag) => string | undefined): string {
  return html.replace(
    tagPattern,
    (
      whole,
      raw?: string,
      rawAttributes?: string,
      content?: string,
      name?: string,
      rest?: string,
    ) => {
      if (whole.startsWith('<!--')) return whole
      const tag: Tag =
        raw === undefined
          ? { name: (name ?? '').toLowerCase(), attributes: readAttributes(rest ?? '') }
          : { name: raw, attributes: readAttributes(rawAttributes ?? ''), content: content ?? '' }
      return change(tag) ?? whole
    },
  )
}

export function listTags(html: string): Tag[] {
  const tags: Tag[] = []
  changeTags(html, (tag) => void tags.push(tag))
  return tags
}

/** Values stay escaped, so that they can be written again. */
export function writeTag(name: string, attributes: ReadonlyMap<string, string>): string {
  const written = [...attributes].map(([key, value]) =>
    value === '' ? ` ${key}` : ` ${key}="${value.replaceAll('"', '&quot;')}"`,
  )
  return `<${name}${written.join('')}>`
}

function readAttributes(text: string): Map<string, string> {
  const found = text.matchAll(/([^\s=>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/g)
  return new Map(
    [...found].map(([, name = '', double, single, bare]) => [name, double ?? single ?? bare ?? '']),
  )
}
