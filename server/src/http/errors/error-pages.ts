// One page for each error code, at the URL that `type` of an error names. They show the catalog and no data, so they need no
// key: who cannot sign in reads them as well.
import { type ErrorCode, errors, FIELD_ERROR_TEXTS } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { didYouMean } from '#lib/messages/field-problem.ts'
import { findClosest } from '#lib/messages/find-closest.ts'
import { Problem } from '#lib/problem.ts'
import { addDashboardHeaders } from '../ui/dashboard-headers.ts'
import { sendPlainPage } from '../ui/plain-page.ts'

const codes = Object.keys(errors) as ErrorCode[] // keys of the table

/** Below `/errors`. */
export function bindErrorPages(app: FastifyInstance, basePath: string): void {
  addDashboardHeaders(app)
  const send = (request: FastifyRequest, reply: FastifyReply, page: Page) => {
    reply.headers({ 'cache-control': 'public, max-age=300', vary: 'accept' })
    // Relative to the base of plain pages, which is that of the dashboard.
    return (request.headers.accept ?? '').includes('text/html')
      ? sendPlainPage(reply, basePath, { title: page.title, body: page.html })
      : reply.type('text/plain; charset=utf-8').send(page.text)
  }
  app.get('/', async (request, reply) => send(request, reply, listPage()))
  app.get<{ Params: { code: string } }>('/:code', async (request, reply) =>
    send(request, reply, errorPage(findCode(request.params.code))),
  )
}

type Page = { title: string; html: string; text: string }

function findCode(name: string): ErrorCode {
  const code = codes.find((known) => known === name)
  if (code) return code
  const close = didYouMean(findClosest(name, codes))
  throw new Problem('route_not_found', `No error has this code${close || '.'}`)
}

function errorPage(code: ErrorCode): Page {
  const { status, title, when, action } = errors[code]
  const fields = code === 'invalid_request' ? Object.entries(FIELD_ERROR_TEXTS) : []
  return {
    title,
    html: `<main class="wide">
<h1>${escapeHtml(title)}</h1>
<p><code>${status} ${code}</code></p>
<p>${marked(when)}</p>
<p><b>What to do:</b> ${marked(action)}</p>
${fields.length > 0 ? `<p>Codes of <code>errors</code>:</p>\n${list(fields)}` : ''}
<p><a href="../errors/">All errors</a></p>
</main>`,
    text: [
      `${title} (${status} ${code})`,
      when,
      `What to do: ${action}`,
      ...(fields.length > 0 ? [fields.map((field) => `- ${field.join(': ')}`).join('\n')] : []),
    ]
      .join('\n\n')
      .concat('\n'),
  }
}

function listPage(): Page {
  return {
    title: 'Errors',
    html: `<main class="wide">
<h1>Errors</h1>
<ul>
${codes
  .map(
    (code) =>
      `<li><a href="../errors/${code}"><code>${code}</code></a> ${marked(errors[code].title)}</li>`,
  )
  .join('\n')}
</ul>
</main>`,
    text: codes.map((code) => `${errors[code].status} ${code}: ${errors[code].title}\n`).join(''),
  }
}

function list(entries: readonly [name: string, text: string][]): string {
  const items = entries.map(([name, text]) => `<li><code>${name}</code> ${marked(text)}</li>`)
  return `<ul>\n${items.join('\n')}\n</ul>`
}

/** The catalog has code in backticks. */
function marked(text: string): string {
  return escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
}
