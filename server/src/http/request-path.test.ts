import assert from 'node:assert/strict'
import { test } from 'node:test'
import { collectionPath, decodablePath } from './request-path.ts'

test('a path that can be decoded is unchanged', () => {
  for (const url of ['/api/tasks', '/api/tasks/by-ref/a%2Fb/c%20d?q=%zz', '/%61pi/ping', '/?%']) {
    assert.equal(decodablePath(url), url)
  }
})

test('a path that cannot be decoded is taken literally, and the query is unchanged', () => {
  assert.equal(decodablePath('/api/%zz?q=%41'), '/api/%25zz?q=%41')
  assert.equal(decodablePath('/api/tasks/%e0%a4%a'), '/api/tasks/%25e0%25a4%25a')
  assert.equal(decodablePath('/api/%'), '/api/%25')
})

test('the result can always be decoded', () => {
  for (let code = 0; code < 256; code++) {
    const url = `/api/%${code.toString(16)}/%${String.fromCharCode(code)}`.replaceAll(/[?#]/g, '_')
    assert.doesNotThrow(() => decodeURIComponent(decodablePath(url)), url)
  }
})

test('a trailing slash below the API is dropped, and nothing else', () => {
  for (const [url, path] of [
    ['/api/tasks/', '/api/tasks'],
    ['/api/tasks/?limit=1', '/api/tasks?limit=1'],
    ['/api/tasks/T-1/comments/', '/api/tasks/T-1/comments'],
    ['/agent/runs/', '/agent/runs'],
    ['/ui/api/tasks/', '/ui/api/tasks'],
    ['/api/tasks//', '/api/tasks/'],
  ] as const) {
    assert.equal(collectionPath(url), path)
  }
  for (const url of [
    '/',
    '/api/',
    '/api//',
    '/api/?x=/',
    '/api/tasks',
    '/api/tasks?q=a/',
    '/ui/',
    '/ui/tasks/',
    '/mcp/',
    '/hooks/x/',
    '',
  ]) {
    assert.equal(collectionPath(url), url)
  }
})
