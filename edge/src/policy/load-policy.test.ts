// The file: what is taken, what is a mistake, and on which line.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { announcedFaces } from './announced-faces.ts'
import { FileInvalid } from './file-reader.ts'
import { parsePolicy, policyDigest } from './load-policy.ts'

const GOOD = `version: 1
databases:
  warehouse:
    engine: postgres
    url_env: WAREHOUSE_URL
    statements:
      open_claims:
        kind: read
        sql: select id, title from claims where id > :after
        params: {after: {type: integer, default: 0}}
        columns: {id: plain, title: {mask: last4}}
        max_bytes: 64KiB
        timeout: 2s
      close_claim:
        kind: write
        sql: update claims set status = :status where id = :id and version = :version
        params: {id: {type: integer}, version: {type: integer}, status: {type: text, choices: [closed]}}
        fence: version
`

function errorsOf(text: string): string[] {
  try {
    parsePolicy('policy.yaml', text)
  } catch (error) {
    assert.ok(error instanceof FileInvalid, String(error))
    return error.errors.map(({ line, message }) => `${line}: ${message}`)
  }
  return []
}

test('a file is read, with its caps and defaults', () => {
  const policy = parsePolicy('policy.yaml', GOOD)
  const read = policy.databases.get('warehouse')?.statements.get('open_claims')
  assert.equal(read?.maxBytes, 65_536)
  assert.equal(read?.timeoutMs, 2_000)
  assert.equal(read?.maxRows, 1_000)
  assert.equal(read?.bound.text, 'select id, title from claims where id > $1')
  assert.deepEqual(policy.limits, {
    queueJobs: 1_000,
    queueBytes: 256 * 2 ** 20,
    concurrency: 4,
    tokenDays: 365,
  })
})

test('the announcement has no SQL in it, and its digest changes only with it', () => {
  const policy = parsePolicy('policy.yaml', GOOD)
  assert.doesNotMatch(JSON.stringify(announcedFaces(policy)), /select|update|claims where/)
  const sameFaces = parsePolicy('policy.yaml', GOOD.replace('id > :after', 'id >= :after'))
  assert.equal(policyDigest(sameFaces), policyDigest(policy))
  const others = parsePolicy('policy.yaml', GOOD.replace('64KiB', '65KiB'))
  assert.notEqual(policyDigest(others), policyDigest(policy))
})

test('JSON is taken as well', () => {
  const database = {
    engine: 'mysql',
    host: 'db',
    name: 'shop',
    user: 'edge',
    password_env: 'P',
    statements: {},
  }
  const policy = parsePolicy(
    'policy.json',
    JSON.stringify({ version: 1, databases: { a: database } }),
  )
  assert.equal(policy.databases.get('a')?.engine, 'mysql')
})

describe('an error is reported with its line', () => {
  const cases: [string, string, string, RegExp][] = [
    [
      'a field that is none',
      'max_bytes: 64KiB',
      'max_bites: 64KiB',
      /^12: unknown field 'max_bites'$/,
    ],
    ['another version', 'version: 1', 'version: 2', /^1: must be 1$/],
    ['an engine that is none', 'engine: postgres', 'engine: access', /^4: must be one of postgres/],
    ['a parameter that is not declared', ':after', ':aftr', /^9: :aftr is not declared in params$/],
    ['a parameter that is never used', '> :after', '> 0', /^9: the parameter after is never used$/],
    ['a quote that is never closed', 'id > :after', "id > ':after", /^9: unclosed '$/],
    [
      'a read that writes',
      'sql: select id, title from claims',
      'sql: delete from claims',
      /^9: a read must start with one of/,
    ],
    [
      'two statements',
      '> :after',
      '> :after; delete from claims',
      /^9: must be a single statement$/,
    ],
    ['a time without a unit', 'timeout: 2s', 'timeout: 2', /^13: must be a duration/],
    ['a size that is too large', '64KiB', '64GiB', /^12: must be a size/],
    ['a default of another type', 'default: 0', 'default: x', /^10: after must be a whole number$/],
    ['a mask that is none', 'mask: last4', 'mask: some', /^11: must be one of all, last4/],
    [
      'a fence that is no parameter',
      'fence: version',
      'fence: etag',
      /^18: must be the name of a parameter$/,
    ],
    [
      'no login',
      '    url_env: WAREHOUSE_URL\n',
      '',
      /must have exactly one of url_env, url_file and host/,
    ],
    ['a name twice', 'close_claim:', 'open_claims:', /^14: Map keys must be unique/],
    ['a placeholder of the driver', ':after', '$1', /^9: write :name instead of \$1$/],
  ]
  for (const [what, from, to, says] of cases) {
    test(what, () => {
      assert.ok(GOOD.includes(from))
      const errors = errorsOf(GOOD.replace(from, to))
      assert.ok(
        errors.some((error) => says.test(error)),
        errors.join('\n'),
      )
    })
  }
})

const withAdhoc = (text: string): string =>
  GOOD.replace('    statements:', `    adhoc: ${text}\n    statements:`)

test('a block for ad-hoc SQL of an earlier version allows nothing, and says so when it was on', () => {
  const block = (enabled: boolean) =>
    withAdhoc(
      `{enabled: ${enabled}, url_env: READER_URL, schemas: [public], functions: [f], max_rows: 10, tls: {ca_file: /ca.pem}}`,
    )
  assert.deepEqual(parsePolicy('p', GOOD).notices, [])
  assert.deepEqual(parsePolicy('p', block(false)).notices, [])
  const { databases, notices } = parsePolicy('p', block(true))
  assert.match(notices.join(), /^databases\.warehouse\.adhoc is ignored.*task-edge new-statement$/)
  assert.equal('adhoc' in (databases.get('warehouse') ?? {}), false)
  assert.ok(errorsOf(withAdhoc('{enabled: true, unknown: 1}')).length > 0)
})
