// URLs of requests.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillPath, printQuery, readBaseUrl } from './request-url.ts'

test('the base URL can have a path, and may end with /api and slashes', () => {
  for (const url of ['https://a.example', 'https://a.example/', 'https://a.example/api/']) {
    assert.equal(readBaseUrl(url), 'https://a.example')
  }
  assert.equal(readBaseUrl(new URL('http://a.example:8001/x/')), 'http://a.example:8001/x')
  assert.throws(() => readBaseUrl('ftp://a.example'), /http:\/\/ or https:\/\//)
  assert.throws(() => readBaseUrl('https://a.example?x=1'), /query/)
})

test('parameters cannot leave their place in the path', () => {
  assert.equal(fillPath('/tasks/{task}/claim', ['T-1']), '/tasks/T-1/claim')
  assert.equal(
    fillPath('/by-ref/{source}/{external_id}', ['a/b', '../c?d#e']),
    '/by-ref/a%2Fb/..%2Fc%3Fd%23e',
  )
  for (const value of ['', '.', '..', undefined as unknown as string]) {
    assert.throws(() => fillPath('/tasks/{task}', [value]), /`task` must be a non-empty string/)
  }
})

test('lists are repeated, and what is not set is left out', () => {
  const query = { status: ['ready', 'triage'], q: 'a&b', unassigned: true, limit: undefined }
  assert.equal(printQuery(query), '?status=ready&status=triage&q=a%26b&unassigned=true')
  assert.equal(printQuery({ since: new Date(0) }), '?since=1970-01-01T00%3A00%3A00.000Z')
  assert.equal(printQuery({}), '')
})
