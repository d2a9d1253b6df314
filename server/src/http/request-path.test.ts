import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodablePath } from './request-path.ts'

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
