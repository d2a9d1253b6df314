// Texts: HubSpot keeps HTML, tasks are Markdown. What went there and comes back unchanged reads the same as before.
import { marked } from 'marked'
import TurndownService from 'turndown'

/** HubSpot's editor makes a new line with <br>. */
const dialect = { async: false, gfm: true, breaks: true } as const

export const toHtml = (markdown: string): string => marked.parse(markdown, dialect).trim()

/** Bodies written by programs are often plain text. */
const hasTags = /<[a-z][^>]*>/i

export function toMarkdown(html: string): string {
  const whole = hasTags.test(html) ? html : html.replaceAll(/\r?\n/g, '<br>')
  const light = createConverter(true)
  const text = light.turndown(whole)
  // Characters without a meaning on their own may have one next to each other.
  return light.turndown(toHtml(text)) === text ? text : createConverter(false).turndown(whole)
}

function createConverter(isLight: boolean): TurndownService {
  const converter = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
    hr: '---',
    br: '',
  })
  const escapeAll = converter.escape.bind(converter)
  converter.escape = (text) => (isLight && isPlain(text) ? text : escapeAll(text))
  converter.remove(['script', 'style', 'title'])
  converter.addRule('struck', {
    filter: ['del', 's'],
    replacement: (content) => `~~${content}~~`,
  })
  converter.addRule('ticked', {
    filter: (node) => isBox(asElement(node)),
    replacement: (_content, node) => (asElement(node).hasAttribute?.('checked') ? '[x]' : '[ ]'),
  })
  converter.addRule('bare', {
    filter: (node) => isBareLink(asElement(node)),
    replacement: (_content, node) => asElement(node).textContent ?? '',
  })
  converter.addRule('listed', {
    filter: 'li',
    replacement: (content, node) => writeItem(content, asElement(node)),
  })
  return converter
}

/** Escaped only where Markdown would make something of it: texts stay as people wrote them. */
const isPlain = (text: string): boolean =>
  !/[\\*_`~<[\]#>+=|]|^\s*[-\d]/.test(text) || renders(text)

const renders = (text: string): boolean => {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  const quoted = escaped.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
  return marked.parse(text.trim(), dialect).trim() === `<p>${quoted.trim()}</p>`
}

/** What is asked of an element; the types of browsers are not loaded here. */
type Element = {
  nodeName: string
  parentNode: Element | null
  textContent?: string | null
  childNodes: Iterable<Element>
  getAttribute?: (name: string) => string | null
  hasAttribute?: (name: string) => boolean
}

const asElement = (node: unknown): Element => node as Element // handed over by the converter

const isBox = (node: Element): boolean =>
  node.nodeName === 'INPUT' && node.getAttribute?.('type') === 'checkbox'

/** An address that stands for itself, as Markdown makes a link of one. */
function isBareLink(node: Element): boolean {
  const address = node.nodeName === 'A' ? node.getAttribute?.('href') : undefined
  return address != null && address.replace(/^mailto:/, '') === node.textContent
}

function writeItem(content: string, node: Element): string {
  const parent = node.parentNode
  const isNumbered = parent?.nodeName === 'OL'
  const items = [...(parent?.childNodes ?? [])].filter(({ nodeName }) => nodeName === 'LI')
  const at = items.indexOf(node)
  const first = Number(parent?.getAttribute?.('start') ?? 1)
  const mark = isNumbered ? `${first + at}. ` : '- '
  const text = content.replace(/^\n+/, '').trimEnd()
  const inner = text
    .replaceAll('\n', `\n${' '.repeat(mark.length)}`)
    .replaceAll(/\n +(?=\n)/g, '\n')
  return `${mark}${inner}${at === items.length - 1 ? '' : '\n'}`
}

/** HubSpot's editor throws HTML comments away, so the mark is a last paragraph that people can see. */
const mark = /\s*(?:<(p|div)[^>]*>)?\[task-service:([A-Za-z0-9._:-]+)\](?:<\/\1>)?\s*/g

export const addMark = (html: string, marker: string | undefined): string =>
  marker === undefined ? html : `${html}<p>[task-service:${marker}]</p>`

export function splitMark(html: string): { html: string; marker?: string } {
  let marker: string | undefined
  const rest = html.replace(mark, (_all, _tag, found: string) => {
    marker = found
    return ''
  })
  return marker === undefined ? { html } : { html: rest, marker }
}
