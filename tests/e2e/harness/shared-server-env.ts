// How test files learn of what `npm run e2e` has started for all of them.

export type SharedServer = {
  /** POST creates a tenant and returns how to reach it. */
  tenantsUrl: string
  /** Where Playwright connects to the browser. */
  browserUrl: string
}

export function findSharedServer(): SharedServer | undefined {
  const tenantsUrl = process.env['E2E_TENANTS_URL']
  const browserUrl = process.env['E2E_BROWSER_URL']
  return tenantsUrl && browserUrl ? { tenantsUrl, browserUrl } : undefined
}

export const sharedServerEnv = ({
  tenantsUrl,
  browserUrl,
}: SharedServer): Record<string, string> => ({
  E2E_TENANTS_URL: tenantsUrl,
  E2E_BROWSER_URL: browserUrl,
})
