// What a browser gets at a URL that the service does not have: a page with the closest places, not problem+json.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import { refuseUnknownRoute } from '../not-found.ts'
import { dashboardHeaders } from './dashboard-headers.ts'
import { sendPlainPage } from './plain-page.ts'

/** What is long or unusual is not repeated. */
const SHOWN = /^\/[\w.~/-]{1,100}$/

/** For paths outside the API and the dashboard: people often leave out `/ui`. */
export function answerUnknownPage(basePath: string) {
  return (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
    if (!isNavigation(request)) refuseUnknownRoute(request, reply)
    const path = request.url.split('?', 1)[0] ?? '/'
    const place = SHOWN.test(path) ? path.replace(/^\/+/, '') : ''
    reply.code(404).headers({ ...dashboardHeaders, vary: 'accept' })
    return sendPlainPage(reply, basePath, {
      title: 'Page not found',
      body: `<main>
<h1>Page not found</h1>
<p>Pages of the dashboard are below <code>${escapeHtml(basePath)}/ui/</code>, and endpoints of the API below <code>${escapeHtml(basePath)}/api/</code>.</p>
<p><a class="button" href="./${escapeHtml(place)}">Open ${escapeHtml(`${basePath}/ui/${place}`)}</a></p>
</main>`,
    })
  }
}

const isNavigation = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.accept ?? '').includes('text/html')
