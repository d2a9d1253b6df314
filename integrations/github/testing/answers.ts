// How GitHub answers: errors in its words, lists in pages with links.
import type { VendorAnswer } from '@task-service/kit/testing'
import type { TokenRow, World } from './world.ts'
import { getRepository } from './world.ts'

export type Answer = VendorAnswer

export type Asked = {
  world: World
  origin: string
  /** As asked, without the query. */
  path: string
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
  token: TokenRow
}

const documentation_url = 'https://docs.github.com/rest'

export const refused = (status: number, message: string, more: object = {}): Answer => ({
  status,
  body: { message, documentation_url, status: String(status), ...more },
})

export const notFound = (): Answer => refused(404, 'Not Found')

export const invalid = (resource: string, field: string, code: string, message?: string): Answer =>
  refused(422, 'Validation Failed', {
    errors: [{ resource, field, code, ...(message !== undefined && { message }) }],
  })

/** Links name the repository by its id, as GitHub's do, so that a client that builds links itself fails. */
export function page<T>(asked: Asked, rows: T[], shape: (row: T) => object): Answer {
  const { query, origin, path, world } = asked
  const size = Math.min(100, Math.max(1, Number(query['per_page'] ?? 30)))
  const at = Math.max(1, Number(query['page'] ?? 1))
  const last = Math.max(1, Math.ceil(rows.length / size))
  const { id, owner, name } = getRepository(world)
  const place = path.replace(`/repos/${owner}/${name}`, `/repositories/${id}`)
  const link = (to: number, rel: string): string =>
    `<${origin}${place}?${new URLSearchParams({ ...query, page: String(to) }).toString()}>; rel="${rel}"`
  const links = [
    ...(at > 1 ? [link(at - 1, 'prev')] : []),
    ...(at < last ? [link(at + 1, 'next'), link(last, 'last')] : []),
    ...(at > 1 ? [link(1, 'first')] : []),
  ]
  const body = rows.slice((at - 1) * size, at * size).map(shape)
  return { status: 200, body, ...(links.length > 0 && { headers: { link: links.join(', ') } }) }
}
