// An error before the dashboard is loaded: browsers get words for people, programs get problem+json.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Problem } from '#lib/problem.ts'
import { answerPeople } from './plain-page.ts'

async function open(problem: Problem, accept: string) {
  const app = Fastify()
  app.decorateRequest('wide')
  app.addHook('onRequest', async (request) => {
    request.wide = {}
  })
  answerPeople(app, '')
  app.get('/', () => {
    throw problem
  })
  return app.inject({ method: 'GET', url: '/', headers: { accept } })
}

test('a page names no header, and a specific text stays', async () => {
  const unavailable = new Problem('database_unavailable')
  const page = await open(unavailable, 'text/html')
  assert.equal(page.statusCode, 503)
  assert.match(page.body, /<p>Task Service cannot reach its database\. Try again/)
  assert.doesNotMatch(page.body, /`|Retry-After/)
  const json = await open(unavailable, 'application/json')
  assert.match(json.body, /`Retry-After`/)
  const throttled = new Problem('rate_limited', 'Too many failed sign-in attempts.')
  assert.match((await open(throttled, 'text/html')).body, /<p>Too many failed sign-in attempts\./)
})
