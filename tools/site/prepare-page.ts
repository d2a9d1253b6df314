// One Markdown file of the repository as a page of the site: title as front matter, links as paths of the site.
import { dirname, join, posix } from 'node:path'
import { slugOf } from './site-pages.ts'

export type PreparedPage = {
  text: string
  /** Files that the page links to and that readers need: they become part of the site. */
  files: string[]
}

/** What a link outside of the pages leads to: a file to show, or nothing. */
const shownFiles = /^(examples|deploy)\/.*\.(mjs|js|ts|py|sh|yaml|yml|json|sql)$/
/** Inline code outside of a link, or a link with its parts. */
const codeOrLink = /`[^`]*`|(!?)\[((?:[^[\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g
const pictures = /\.(png|svg)$/
/** Where the text of such files is, below the start of the site. */
export const FILES_FOLDER = 'files'

const MAX_DESCRIPTION = 200

export function preparePage(
  page: string,
  source: string,
  pages: ReadonlySet<string>,
): PreparedPage {
  const files: string[] = []
  const [, title = page] = /^# (.+)$/m.exec(source) ?? []
  const body = source.replace(/^# .+\n/m, '').replace(/<!--.*?-->\n?/gs, '')
  const text = outsideOfBlocks(body, (part) =>
    part.replaceAll(codeOrLink, (whole, mark, label, target) => {
      if (target === undefined || /^[a-z]+:/.test(target) || target.startsWith('#')) return whole
      const [path = '', anchor] = target.split('#', 2)
      const place = join(dirname(page), path)
      if (mark === '!' || pictures.test(place))
        return `${mark}[${label}](${pictureUrl(page, place)})`
      if (pages.has(place)) {
        return `[${label}](${siteLink(place)}${anchor === undefined ? '' : `#${anchor}`})`
      }
      if (!shownFiles.test(place)) return label
      files.push(place)
      return `[${label}](/docs/${FILES_FOLDER}/${place})`
    }),
  )
  return { text: `${frontMatter(page, title, body)}\n${text.trimStart()}`, files }
}

const siteLink = (page: string): string => posix.join('/docs/', slugOf(page), '/')

/** Where prepared pages are: `guide/tasks.md` is two folders below the root of the content. */
export const CONTENT_FOLDER = 'site/src/content/docs'

export const contentFileOf = (page: string): string =>
  join(CONTENT_FOLDER, `${slugOf(page) || 'index'}.md`)

const pictureUrl = (page: string, place: string): string =>
  posix.join(posix.relative(dirname(contentFileOf(page)), '.'), place)

/** Blocks of code keep what looks like a link. */
function outsideOfBlocks(text: string, change: (part: string) => string): string {
  return text
    .split(/(^ *```.*?^ *```)/ms)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}

function frontMatter(page: string, title: string, body: string): string {
  const lines = [
    `title: ${JSON.stringify(plain(title))}`,
    `description: ${JSON.stringify(descriptionOf(body))}`,
    'editUrl: false',
  ]
  // Every row of the reference would fill the contents with hundreds of lines.
  if (/^(docs\/reference\/|CHANGELOG)/.test(page)) {
    lines.push('tableOfContents: { minHeadingLevel: 2, maxHeadingLevel: 2 }')
  }
  // Reasons and reports contain every term; a search for a term should lead to its guide.
  if (/^docs\/(decisions|guarantees)\//.test(page)) lines.push('pagefind: false')
  return `---\n${lines.join('\n')}\n---\n`
}

function descriptionOf(body: string): string {
  const paragraph = body.split(/\n\n+/).find((part) => /^[A-Z`]/.test(part.trim())) ?? ''
  const [first = ''] = plain(paragraph.trim().replaceAll('\n', ' ')).split(/(?<=[.!?]) /)
  return first.slice(0, MAX_DESCRIPTION)
}

const plain = (markdown: string): string =>
  markdown.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll(/[`*]/g, '')
