import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError } from '../config-error.ts'
import { type Environment, loadConfig } from '../load.ts'

const bucket = {
  SERVICE_ACP_BUCKET: 'files',
  SERVICE_ACP_BUCKET_ACCESS_KEY: 'an-id',
  SERVICE_ACP_BUCKET_SECRET_KEY: 'a-secret',
}

const load = (env: Environment) => loadConfig({ needs: [], env })

function assertErrors(env: Environment, ...expected: RegExp[]): void {
  assert.throws(
    () => load(env),
    (error) => {
      assert.ok(error instanceof ConfigError, String(error))
      assert.equal(error.errors.length, expected.length, error.message)
      for (const each of expected) assert.match(error.message, each)
      return true
    },
  )
}

test('the variables of the bucket are set together', () => {
  assert.equal(load({}).bucket, null)
  assert.equal(load(bucket).bucket?.endpoint, null)
  assertErrors({ ...bucket, SERVICE_ACP_BUCKET_SECRET_KEY: '' }, /SECRET_KEY is not set/)
  assertErrors(
    { ...bucket, SERVICE_ACP_BUCKET: '' },
    /ACCESS_KEY is set without SERVICE_ACP_BUCKET/,
    /SECRET_KEY is set without SERVICE_ACP_BUCKET/,
  )
  assertErrors({ ...bucket, SERVICE_ACP_BUCKET: 'files/x' }, /Use a bucket name|bucket name/)
  assertErrors({ ...bucket, SERVICE_ACP_BUCKET_SECRET_KEY: 'a secret' }, /without spaces/)
  const plain = load({ ...bucket, SERVICE_ACP_BUCKET_ENDPOINT: 'http://minio:9000/' })
  assert.match(plain.warnings[0]?.problem ?? '', /without TLS/)
})
