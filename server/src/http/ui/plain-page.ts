// The few pages that work without the dashboard: errors before it is loaded, and choosing a password.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ErrorCode } from '@task-service/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeHtml } from '#lib/messages/escape-html.ts'
import type { Problem } from '#lib/problem.ts'
import { answerProblem, beginProblem } from '../problems.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, 'plain', name), 'utf8')

const files: Readonly<Record<string, { type: string; text: string }>> = {
  'page.css': { type: 'text/css; charset=utf-8', text: read('page.css') },
  'reset.js': { type: 'text/javascript; charset=utf-8', text: read('reset.js') },
}

/** Below `/ui`, without authentication: they contain no data. */
export function bindPlainFiles(ui: FastifyInstance): void {
  for (const [name, { type, text }] of Object.entries(files)) {
    ui.get(`/plain/${name}`, async (_request, reply) =>
      reply.header('cache-control', 'public, max-age=300').type(type).send(text),
    )
  }
}

export const resetPage = read('reset.html')

export type PlainPage = { title: string; body: string; script?: 'reset.js' }

/** `body` is trusted HTML. */
export function sendPlainPage(
  reply: FastifyReply,
  basePath: string,
  { title, body, script }: PlainPage,
): FastifyReply {
  const base = `${escapeHtml(basePath)}/ui/`
  return reply.type('text/html; charset=utf-8').send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Task Service</title>
<base href="${base}">
<link rel="stylesheet" href="plain/page.css">
${script ? `<script type="module" src="plain/${script}"></script>` : ''}
</head>
<body>
${body}
</body>
</html>
`)
}

/** For errors whose text in the catalog tells a program how to retry. */
const ADVICE: Partial<Record<ErrorCode, string>> = {
  database_unavailable: 'Task Service cannot reach its database. Try again in a few seconds.',
  overloaded: 'Task Service is busy. Try again in a few seconds.',
  tenant_moving: 'This workspace is being moved. Try again in a few seconds.',
  rate_limited: 'Too many requests. Try again in a minute.',
  internal_error: 'Try again. If the error persists, contact the operator with the ID below.',
}

/** Names of headers and fields are for programs. */
const adviceOf = ({ code, detail }: Problem): string =>
  (detail.includes('`') && ADVICE[code]) || detail

/** Browser navigations get a page; all other requests get problem+json. */
export function answerPeople(ui: FastifyInstance, basePath: string): void {
  ui.setErrorHandler((error, request, reply) => {
    if (!wantsPage(request)) return answerProblem(error, request, reply)
    const problem = beginProblem(error, request, reply)
    const { title } = problem.toBody(request.id)
    return sendPlainPage(reply, basePath, {
      title,
      body: `<main>
<h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(adviceOf(problem))}</p>
<p><a class="button" href="./">${problem.status === 401 ? 'Sign in' : 'Try again'}</a></p>
<p><code>${escapeHtml(request.id)}</code></p>
</main>`,
    })
  })
}

function wantsPage({ method, url, headers }: FastifyRequest): boolean {
  const isData = url.startsWith('/ui/api/') || url.startsWith('/ui/assets/')
  return method === 'GET' && !isData && (headers.accept ?? '').includes('text/html')
}
