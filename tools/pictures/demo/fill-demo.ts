// Fills an empty stage with a week of a freight company.

import { planWeek } from '../../../server/src/commands/demo/plan-week.ts'
import { connectDatabases } from '../../../tests/e2e/harness/connectors/sample-connectors.ts'
import type { OwnStage } from '../../../tests/e2e/harness/own-stage.ts'
import { addPerson } from '../../../tests/e2e/harness/people.ts'
import { backdate, type Demo, usernames } from './backdate.ts'
import { addIntegrations } from './integrations.ts'
import { startWeek } from './live-through.ts'
import { addWebhooks, awaitDeliveries, awaitFailure, breakLedger, OUTAGE_MS } from './webhooks.ts'

export type Zone = { name: string; hoursFromUtc: number }

export async function fillDemo(
  stage: OwnStage,
  { hoursFromUtc, name: timeZone }: Zone,
  log: (line: string) => void,
): Promise<Demo> {
  const now = new Date()
  const webhooks = await addWebhooks(stage)
  await connectDatabases(stage)
  for (const username of usernames) await addPerson(stage, username)
  const outage = new Date(now.getTime() - OUTAGE_MS)
  const steps = planWeek(now, hoursFromUtc)
  const week = await startWeek(stage, steps)
  await awaitDeliveries(stage, await week.continueUntil(outage), now)
  // Before the last steps, so that these are the newest events.
  const integrations = await addIntegrations(stage)
  breakLedger(stage)
  await awaitDeliveries(stage, await week.continueUntil(now), now)
  await awaitFailure(stage, webhooks)
  await week.end()
  log(`${steps.length} steps of ${steps.filter((step) => 'create' in step).length} tasks`)
  const demo = { webhooks, integrations, outage, timeZone }
  await backdate(stage, demo)
  return demo
}
