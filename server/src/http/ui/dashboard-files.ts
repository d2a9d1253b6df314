// The built dashboard: one page for every address of it, and files whose names change with their content.
import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { Problem } from '#lib/problem.ts'
import { refuseUnknownRoute } from '../not-found.ts'
import { styleNonce } from './door-headers.ts'
import { escapeHtml, sendPlainPage } from './plain-page.ts'

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

export type DashboardFiles = {
  /** Where the build is, or will be. */
  directory: string
  basePath: string
}

export async function bindDashboardFiles(
  ui: FastifyInstance,
  { directory, basePath }: DashboardFiles,
): Promise<void> {
  ui.get('/assets/:name', async (request, reply) => {
    const { name } = request.params as { name: string } // as the path says
    const type = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name) && types[extname(name)]
    const content = type && (await readFile(join(directory, 'assets', name)).catch(() => undefined))
    if (!type || !content) throw new Problem('route_not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.type(type).send(content)
  })
  const show = (reply: FastifyReply) => sendIndex(reply, directory, basePath)
  ui.get('/', { prefixTrailingSlash: 'slash' }, async (_request, reply) => show(reply))
  // Pages of the dashboard are known to the dashboard alone, so whatever is not something else is one of them.
  ui.setNotFoundHandler(async (request, reply) => {
    const isPage =
      ['GET', 'HEAD'].includes(request.method) && !request.url.startsWith('/ui/assets/')
    return isPage ? show(reply) : refuseUnknownRoute(request, reply)
  })
}

/**
 * Written into the page at every request: where it lives, so that one build works below any path, and what its styles
 * must carry.
 */
async function sendIndex(
  reply: FastifyReply,
  directory: string,
  basePath: string,
): Promise<FastifyReply> {
  const html = await readFile(join(directory, 'index.html'), 'utf8').catch(() => undefined)
  if (html === undefined) return sendMissing(reply, basePath)
  const { nonce, policy } = styleNonce()
  const head = `<head>\n<base href="${escapeHtml(basePath)}/ui/">\n<meta name="style-nonce" content="${nonce}">`
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
<p>Run <code>npm run build</code> where the service was installed and load this page again. The API works without it.</p>
</main>`,
  })
}
