// Every link of the built site leads to a file and an anchor that exist, and nothing is loaded from another origin.
import { posix } from 'node:path'
import { listTags } from './html-tags.ts'

export type BuiltSite = {
  /** Of every page, by path below the site. */
  pages: ReadonlyMap<string, string>
  /** Of every other file. */
  files: ReadonlySet<string>
}

export type Broken = { page: string; target: string; reason: string }

/** Loaded with the page, instead of when someone follows it. */
const loads: Readonly<Record<string, readonly string[]>> = {
  img: ['src', 'srcset'],
  script: ['src'],
  link: ['href'],
  source: ['src', 'srcset'],
  iframe: ['src'],
  video: ['src', 'poster'],
}

export function findBrokenLinks({ pages, files }: BuiltSite): Broken[] {
  const anchors = new Map(
    [...pages].map(([page, html]) => [
      page,
      new Set(listTags(html).flatMap(({ attributes }) => attributes.get('id') ?? [])),
    ]),
  )
  return [...pages].flatMap(([page, html]) =>
    listTags(html).flatMap(({ name, attributes }) =>
      (loads[name] ?? (name === 'a' ? ['href'] : [])).flatMap((key) => {
        const target = attributes.get(key)
        if (target === undefined) return []
        const reason = faultOf(decode(target), page, name)
        return reason === undefined ? [] : [{ page, target, reason }]
      }),
    ),
  )

  function faultOf(target: string, page: string, name: string): string | undefined {
    if (/^[a-z]+:|^\/\//.test(target)) {
      const isLink = name === 'a' || target.startsWith('data:')
      return isLink ? undefined : 'loaded from another origin'
    }
    const [, path = '', hash = ''] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/.exec(target) ?? []
    // The page for errors is sent for every path, so its links are absolute.
    const file = path === '' ? page : fileAt(posix.join(posix.dirname(page), path), path)
    if (!pages.has(file)) return files.has(file) ? undefined : 'no such file'
    if (hash === '') return undefined
    return anchors.get(file)?.has(decodeURIComponent(hash)) ? undefined : 'no such anchor'
  }
}

const fileAt = (place: string, path: string): string =>
  path.endsWith('/') || path === '.' || path === '..' ? posix.join(place, 'index.html') : place

const decode = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#38;', '&')
