// A problem has its code, status and advice from the catalog, and keeps its cause private.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ErrorCode, errors, Problem as ProblemBody } from '@task-service/contract'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { Problem, setErrorPages } from './problem.ts'

const codes = Object.keys(errors) as ErrorCode[] // keys of the catalog

test('every code of the catalog produces a body that matches the contract', () => {
  const validate = new Ajv2020({ strict: true, strictTypes: false }).compile(ProblemBody)
  for (const code of codes) {
    const problem = new Problem(code)
    const body = problem.toBody('request-1')
    assert.ok(validate(body), JSON.stringify(validate.errors))
    assert.equal(problem.status, errors[code].status)
    assert.deepEqual(body, {
      type: `/errors/${code}`,
      title: errors[code].title,
      status: errors[code].status,
      code,
      detail: errors[code].action,
      request_id: 'request-1',
    })
  }
})

test('every title has two to four words, and every text is a sentence', () => {
  for (const [code, { title, when, action }] of Object.entries(errors)) {
    assert.match(title, /^[A-Z][^.]*$/, code)
    assert.ok([2, 3, 4].includes(title.split(' ').length), `${code}: ${title}`)
    for (const text of [when, action]) assert.match(text, /^[A-Z`].*[.`]$/, code)
  }
})

test('details are beside the code, headers are not', () => {
  const problem = new Problem('rate_limited', 'Too fast.', {
    details: { allowed: ['slow'] },
    headers: { 'retry-after': '1' },
  })
  const body = problem.toBody('request-1')
  assert.deepEqual([body.detail, body.allowed], ['Too fast.', ['slow']])
  assert.equal(JSON.stringify(body).includes('retry'), false)
  assert.deepEqual(problem.headers, { 'retry-after': '1' })
})

test('the cause is for the log only', () => {
  const problem = new Problem('internal_error', undefined, { cause: new Error('password=hunter2') })
  assert.ok(problem.cause instanceof Error)
  assert.equal(JSON.stringify(problem.toBody('r')).includes('hunter2'), false)
})

test('the type is the URL of a page of this installation', () => {
  for (const [base, type] of [
    ['https://tasks.example.com/work', 'https://tasks.example.com/work/errors/task_not_found'],
    ['https://tasks.example.com/', 'https://tasks.example.com/errors/task_not_found'],
    ['/work', '/work/errors/task_not_found'],
    ['', '/errors/task_not_found'],
  ] as const) {
    setErrorPages(base)
    assert.equal(new Problem('task_not_found').toBody('r').type, type)
  }
})
