// Moves the scripts and styles inside of pages to files, so that a content security policy without `unsafe-inline` holds
// on every page, with the same value.
import { createHash } from 'node:crypto'
import { changeTags, type Tag, writeTag } from './html-tags.ts'

/** The folder of files whose names change with their content. */
const FOLDER = '/docs/_astro'
/** Until all pages have been read, the name of the file with the style attributes is unknown. */
const STYLES_LATER = '/docs/styles-of-attributes.css'

export type Externalized = {
  pages: Map<string, string>
  /** The new files, by URL. */
  files: Map<string, string>
}

export function externalizePages(pages: ReadonlyMap<string, string>): Externalized {
  const files = new Map<string, string>()
  const classes = new Map<string, string>()

  function store(content: string, ending: string): string {
    const name = `${FOLDER}/inline.${hashOf(content)}.${ending}`
    files.set(name, content)
    return name
  }

  function changeScript({ attributes, content = '' }: Tag): string | undefined {
    const type = attributes.get('type') ?? ''
    const isCode = type === '' || type === 'module' || type === 'text/javascript'
    if (attributes.has('src') || !isCode || content.trim() === '') return undefined
    const src = store(content, 'js')
    return `${writeTag('script', new Map([...attributes, ['src', src]]))}</script>`
  }

  function changeStyle({ name, attributes }: Tag): string | undefined {
    const style = attributes.get('style')
    if (style === undefined) return undefined
    const className = `a-${hashOf(style)}`
    classes.set(className, style)
    const rest = [...attributes].filter(([key]) => key !== 'style')
    const all = [attributes.get('class') ?? '', className].filter(Boolean).join(' ')
    return writeTag(name, new Map([...rest, ['class', all]]))
  }

  function externalize(html: string): string {
    const changed = changeTags(html, (tag) => {
      if (tag.name === 'script') return changeScript(tag)
      if (tag.name !== 'style') return changeStyle(tag)
      return `<link rel="stylesheet" href="${store(tag.content ?? '', 'css')}">`
    })
    return changed.replace('</head>', `<link rel="stylesheet" href="${STYLES_LATER}"></head>`)
  }

  const externalized = [...pages].map(([page, html]) => [page, externalize(html)] as const)
  const rules = [...classes].map(([name, style]) => `.${name}{${unescape(style)}}\n`)
  const styles = store(rules.toSorted().join(''), 'css')
  return {
    pages: new Map(
      externalized.map(([page, html]) => [page, html.replace(STYLES_LATER, () => styles)]),
    ),
    files,
  }
}

/** Rules that look for a style attribute find the class instead: the highlighting of code has them. */
export function adaptStyles(css: string): string {
  return css.replaceAll("span[style^='--']:not([class])", "span[class^='a-']")
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 10)

const unescape = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#34;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
