// The built dashboard: one page for all its URLs, and files whose names change with their content.
import type { FastifyInstance, FastifyReply } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { Problem } from '#lib/problem.ts'
import { refuseUnknownRoute } from '../not-found.ts'
import { type AssetTable, openAssetTable } from './asset-table.ts'
import { styleNonce } from './dashboard-headers.ts'
import { sendPlainPage } from './plain-page.ts'

export type DashboardFiles = {
  /** Where the build is, or will be. */
  directory: string
  basePath: string
}

export async function bindDashboardFiles(
  ui: FastifyInstance,
  { directory, basePath }: DashboardFiles,
): Promise<void> {
  const table = await openAssetTable(directory)
  ui.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string } // a parameter of the path
    const asset = table.find(name, request.headers['accept-encoding'] ?? '')
    if (!asset) throw new Problem('route_not_found')
    if (asset.encoding) reply.header('content-encoding', asset.encoding)
    return reply
      .headers({
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
      })
      .type(asset.type)
      .send(asset.body)
  })
  const show = (reply: FastifyReply) => sendIndex(reply, table, basePath)
  ui.get('/', { prefixTrailingSlash: 'slash' }, async (_request, reply) => show(reply))
  // Only the dashboard knows its pages, so every other path is one of them.
  ui.setNotFoundHandler(async (request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !request.url.startsWith('/ui/assets/')
    return isPage ? show(reply) : refuseUnknownRoute(request, reply)
  })
}

/**
 * Inserted into the page for every request: its base path, so that one build works below any path, and the nonce for its
 * styles.
 */
async function sendIndex(
  reply: FastifyReply,
  table: AssetTable,
  basePath: string,
): Promise<FastifyReply> {
  const html = await table.readIndex()
  if (html === undefined) return sendMissing(reply, basePath)
  const { nonce, policy } = styleNonce()
  const base = `<base href="${escapeHtml(basePath)}/ui/">`
  const head = `<head>\n${base}\n<meta name="style-nonce" content="${nonce}">`
  return reply
    .header('content-security-policy', policy)
    .type('text/html; charset=utf-8')
    .send(html.replace('<head>', () => head))
}

function sendMissing(reply: FastifyReply, basePath: string): FastifyReply {
  return sendPlainPage(reply.code(503), basePath, {
    title: 'The dashboard is not built',
    body: `<main>
<h1>The dashboard is not built</h1>
<p>Run <code>npm ci</code> and <code>npm run build</code> where the service was installed and load this page again. The API works without it.</p>
</main>`,
  })
}
