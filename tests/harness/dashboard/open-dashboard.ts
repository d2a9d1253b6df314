// A stage with a browser for the proofs of the dashboard, empty or with sample data; everything ends with it.
import type { Browser } from 'playwright-core'
import { launchBrowser } from '../../e2e/harness/browser.ts'
import { openStage } from '../../e2e/harness/own-stage.ts'
import { fillStage, type Sample } from '../../e2e/harness/sample-data.ts'
import type { Stage } from '../../e2e/harness/stage.ts'
import { globalSetup, globalTeardown } from '../global-setup.ts'

export type EmptyDashboard = { stage: Stage; browser: Browser }
export type Dashboard = EmptyDashboard & { sample: Sample }

export const withDashboard = <T>(
  work: (dashboard: Dashboard) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> =>
  withEmptyDashboard(
    async ({ stage, browser }) => work({ stage, browser, sample: await fillStage(stage) }),
    env,
  )

export async function withEmptyDashboard<T>(
  work: (dashboard: EmptyDashboard) => Promise<T>,
  env: Record<string, string> = {},
): Promise<T> {
  await globalSetup()
  try {
    const stage = await openStage(env)
    const browser = await launchBrowser()
    try {
      return await work({ stage, browser })
    } finally {
      await browser.close()
      await stage.close()
    }
  } finally {
    await globalTeardown()
  }
}
