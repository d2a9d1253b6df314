// Makes the links inside of the site relative, so that it works below any path: behind a proxy with a prefix, too.
import { posix } from 'node:path'
import { changeTags, writeTag } from './html-tags.ts'

const BASE = '/docs'

/** `file` is the path of the page below the site: `guide/tasks/index.html`. */
export function makeRelative(html: string, file: string): string {
  const folder = posix.join(BASE, posix.dirname(file))
  const relative = (target: string) => {
    if (target !== BASE && !target.startsWith(`${BASE}/`)) return target
    const [, path = '', rest = ''] = /^([^?#]*)(.*)$/.exec(target) ?? []
    const way = posix.relative(folder, path) || '.'
    const isFolder = path.endsWith('/') || path === BASE
    return `${way}${isFolder && !way.endsWith('/') ? '/' : ''}${rest}`
  }
  return changeTags(html, ({ name, attributes, content }) => {
    const changed = ['href', 'src'].filter((key) => attributes.get(key)?.startsWith(BASE))
    if (changed.length === 0) return undefined
    const links = changed.map((key) => [key, relative(attributes.get(key) ?? '')] as const)
    const end = content === undefined ? '' : `${content}</${name}>`
    return writeTag(name, new Map([...attributes, ...links])) + end
  })
}

/** A path next to the script. */
const next = (path: string): string => `new URL("${path}",import.meta.url).pathname`

/** The search finds its index next to itself instead of at the path of the build. */
export function relocateSearch(script: string): string {
  return script
    .replace(/baseUrl:`\/docs\/`/, () => `baseUrl:${next('../')}`)
    .replace(
      /bundlePath:`\/docs\/`\.replace\(\/\\\/\$\/,``\)\+`\/pagefind\/`/,
      () => `bundlePath:${next('../pagefind/')}`,
    )
}
