// How often a quiet integration is polled: less and less where webhooks tell what changes, as configured otherwise.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openStage, type Stage } from '../../../../../../tests/harness/sync/stage.ts'
import { recordInbound } from '../../runs/index.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.stop())

async function open() {
  const scene = await stage.scene()
  const { rows, settle, vendor, pullNow, parts, tenantId, integrationId, person } = scene
  vendor.create({ title: 'One' })
  await settle()
  /** Seconds from the end of a poll to the next one. */
  const poll = async () => {
    await pullNow()
    await settle()
    const [row] = await rows(
      `select extract(epoch from next_pull_at - (select max(ended_at) from sync_runs where tenant_id = $1))::float as seconds
       from integrations where tenant_id = $1`,
    )
    return Math.round(Number(row?.['seconds']) / 10) * 10
  }
  const beQuietSince = (time: string) =>
    rows(
      `update integrations set news_at = now() - '${time}'::interval where tenant_id = $1 returning id`,
    )
  const hear = () =>
    parts.inTenant(tenantId, person, (ctx) =>
      recordInbound(ctx, integrationId, { outcome: 'accepted', bodyBytes: 2 }),
    )
  return { ...scene, poll, beQuietSince, hear }
}

test('without webhooks the configured interval stays', async () => {
  const { poll, beQuietSince } = await open()
  await beQuietSince('1 day')
  assert.equal(await poll(), 60)
})

test('where webhooks arrive polls back off, and a change that no webhook told brings the interval back', async () => {
  const { poll, beQuietSince, hear, vendor } = await open()
  await hear()
  assert.equal(await poll(), 60, 'something came a moment ago')
  await beQuietSince('1 hour')
  assert.equal(await poll(), 360)
  await beQuietSince('1 day')
  assert.equal(await poll(), 900)
  vendor.create({ title: 'Missed' })
  assert.equal(await poll(), 60)
})

test('a registered webhook counts before the first message', async () => {
  const { poll, beQuietSince, rows } = await open()
  await rows(`update integrations set webhook = '{"id":"hook"}' where tenant_id = $1 returning id`)
  await beQuietSince('1 day')
  assert.equal(await poll(), 900)
})
