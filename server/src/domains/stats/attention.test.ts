import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ATTENTION_KINDS, type Webhook } from '@task-service/contract'
import { judgeWebhooks, rankAttention } from './attention.ts'

const webhook: Webhook = {
  id: 'whk_1',
  url: 'https://example.com',
  description: '',
  event_types: [],
  filter: {},
  ordering: 'none',
  enabled: true,
  disabled_reason: null,
  header_names: [],
  failing_since: null,
  secret_state: 'readable',
  rotation: null,
  version: 1,
  created_by: { kind: 'key', id: 'environment' },
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
}

const kindsOf = (...changes: Partial<Webhook>[]) =>
  rankAttention(
    judgeWebhooks(
      changes.map((change, index) => ({ ...webhook, id: `whk_${index}`, ...change })),
      false,
    ),
  ).map(({ kind, count, since }) => [kind, count, since])

test('a working webhook needs no attention, nor does one that was disabled manually', () => {
  assert.deepEqual(kindsOf({}, { enabled: false, disabled_reason: 'manual' }), [])
})

test('webhooks that are disabled, fail or lost their secret need attention', () => {
  const failing = '2026-01-03T00:00:00.000Z'
  assert.deepEqual(
    kindsOf(
      { enabled: false, disabled_reason: 'gone' },
      { enabled: false, disabled_reason: 'failing', failing_since: failing },
      { failing_since: failing },
      { failing_since: '2026-01-04T00:00:00.000Z', secret_state: 'needs_reentry' },
    ),
    [
      ['webhook_disabled', 2, webhook.updated_at],
      ['webhook_failing', 2, failing],
      ['webhook_secret_lost', 1, null],
    ],
  )
})

test('the worst comes first, and what is not there does not come', () => {
  const findings = ATTENTION_KINDS.toReversed().map((kind) => ({
    kind,
    count: kind === 'tasks_failed' ? 0 : 1,
    is_at_least: false,
    since: null,
    name: null,
    subject_ids: [],
  }))
  const ranked = rankAttention(findings)
  assert.deepEqual(
    ranked.map(({ kind }) => kind),
    ATTENTION_KINDS.filter((kind) => kind !== 'tasks_failed'),
  )
  const order = ['error', 'warning', 'request', 'notice']
  const severities = ranked.map(({ severity }) => order.indexOf(severity))
  assert.deepEqual(
    severities,
    severities.toSorted((a, b) => a - b),
  )
})
