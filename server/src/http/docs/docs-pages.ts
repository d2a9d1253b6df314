// The documentation at `/docs`, without authentication: it contains no data. One build works below any path, because its links
// are relative.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { Problem } from '#lib/problem.ts'
import { immediateHook } from '../immediate-hook.ts'
import { sendPlainPage } from '../ui/plain-page.ts'
import { type DocsTable, openDocsTable } from './docs-table.ts'

/** The build moves scripts and styles out of pages, so that none is allowed inside. Only the search compiles WebAssembly. */
const docsHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'permissions-policy':
    'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

export type DocsPages = {
  /** Where the build is, or will be. */
  directory: string
  basePath: string
}

/** Below `/docs`. */
export function bindDocsPages(app: FastifyInstance, { directory, basePath }: DocsPages): void {
  const table = openDocsTable(directory)
  app.addHook(
    'onRequest',
    immediateHook((_request, reply) => void reply.headers(docsHeaders)),
  )
  app.get('/', { prefixTrailingSlash: 'no-slash' }, async (_request, reply) =>
    reply.redirect(`${basePath}/docs/`, 301),
  )
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    const file = path === '' || path.endsWith('/') ? `${path}index.html` : path
    if (await sendFile(request, reply, table, file)) return reply
    if (!(await table.isBuilt())) return sendMissing(reply, basePath)
    // Relative links need the slash.
    if (await table.find(`${path}/index.html`, '')) {
      return reply.redirect(`${basePath}/docs/${path}/`, 301)
    }
    return sendUnknown(request, reply, table, basePath)
  })
}

async function sendFile(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  table: DocsTable,
  path: string,
): Promise<boolean> {
  const file = await table.find(path, headers['accept-encoding'] ?? '')
  if (!file) return false
  const age = file.isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=300'
  reply.headers({ 'cache-control': age, vary: 'accept-encoding', etag: file.etag })
  if (headers['if-none-match'] === file.etag) {
    await reply.code(304).send()
    return true
  }
  if (file.encoding) reply.header('content-encoding', file.encoding)
  await reply.type(file.type).send(await file.read())
  return true
}

/** Browsers get the page of the site, with the base that its links need at any depth. */
async function sendUnknown(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  table: DocsTable,
  basePath: string,
): Promise<FastifyReply> {
  const page = (headers.accept ?? '').includes('text/html')
    ? await table.find('404.html', '')
    : undefined
  if (!page) throw new Problem('route_not_found', 'The documentation has no page at this path.')
  const html = (await page.read()).toString()
  const base = `<head><base href="${escapeHtml(basePath)}/docs/">`
  return reply
    .code(404)
    .header('cache-control', 'no-store')
    .type(page.type)
    .send(html.replace('<head>', () => base))
}

function sendMissing(reply: FastifyReply, basePath: string): FastifyReply {
  return sendPlainPage(reply.code(503).header('cache-control', 'no-store'), basePath, {
    title: 'The documentation is not built',
    body: `<main>
<h1>The documentation is not built</h1>
<p>Run <code>npm run build -- docs</code> where the service was installed and load this page again. The same pages are in the folder
<code>docs</code>.</p>
<p><a href="reference">API reference in the dashboard</a> · <a href="../errors/">Errors</a></p>
</main>`,
  })
}
