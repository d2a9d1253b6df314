// `doctor`: what is wrong and how to mend it: settings, way out, clock, each database, each statement. Changes nothing.

import { checkWay } from '#edge/link/check-way.ts'
import { findIdentity } from '#edge/link/identity.ts'
import { loadPolicy } from '#edge/policy/load-policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import { createDriverPool } from '#edge/work/driver-pool.ts'
import { examineDatabase } from './doctor/examine-database.ts'
import { type Finding, isBad } from './doctor/finding.ts'
import type { ExitName } from './exit-codes.ts'
import type { Output } from './output.ts'

const SIGNS = { ok: 'ok  ', warning: 'WARN', bad: 'BAD ' } as const

export async function doctorCommand(
  output: Output,
  settings: Settings,
): Promise<ExitName | undefined> {
  const policy = loadPolicy(settings.policyFile)
  const findings: Finding[] = [
    { what: 'policy', state: 'ok', says: `${settings.policyFile} can be used` },
    ...examineState(settings),
    ...(await examineWay(settings)),
  ]
  const drivers = createDriverPool(settings)
  try {
    for (const database of policy.databases.values()) {
      findings.push(...(await examineDatabase(database, drivers)))
    }
  } finally {
    await drivers.close()
  }
  const lines = findings.map(({ state, what, says }) => `${SIGNS[state]} ${what}: ${says}`)
  const bad = findings.filter(isBad).length
  const end = bad === 0 ? 'Nothing to mend.' : `${bad} to mend.`
  output.result({ healthy: bad === 0, findings }, [...lines, end])
  return bad === 0 ? undefined : 'unhealthy'
}

function examineState({ stateFolder, token }: Settings): Finding[] {
  const identity = findIdentity(stateFolder)
  if (identity !== undefined) {
    return [{ what: 'enrolment', state: 'ok', says: `${identity.name} (${identity.connector})` }]
  }
  const says = token
    ? 'not yet; TASK_EDGE_TOKEN is set and will be used at the first start'
    : 'not enrolled. Make a token in the dashboard and start once with TASK_EDGE_TOKEN'
  return [{ what: 'enrolment', state: token ? 'warning' : 'bad', says }]
}

async function examineWay(settings: Settings): Promise<Finding[]> {
  const { url, proxies } = settings
  if (url === undefined)
    return [{ what: 'network', state: 'bad', says: 'TASK_EDGE_URL is not set' }]
  const proxy = url.protocol === 'https:' ? (proxies.https ?? proxies.http) : proxies.http
  const through = proxy === undefined ? 'directly' : `through the proxy ${new URL(proxy).host}`
  const secure =
    url.protocol === 'https:' ? 'TLS, certificate accepted' : 'plain HTTP: readable on the way'
  try {
    const { tookMs, offsetMs } = await checkWay(settings)
    const seconds = Math.round(Math.abs(offsetMs) / 1_000)
    return [
      {
        what: 'network',
        state: 'ok',
        says: `${url.host} answers ${through} in ${Math.round(tookMs)} ms`,
      },
      { what: 'tls', state: url.protocol === 'https:' ? 'ok' : 'warning', says: secure },
      {
        what: 'clock',
        state: seconds > 60 ? 'warning' : 'ok',
        says:
          seconds > 60
            ? `differs by ${seconds} s from the service; set up NTP`
            : `within ${seconds} s of the service`,
      },
    ]
  } catch (error) {
    const says = `${url.host} cannot be reached ${through}: ${(error as Error).message}. Look at TASK_EDGE_URL, HTTPS_PROXY, NO_PROXY and TASK_EDGE_CA_FILE`
    return [{ what: 'network', state: 'bad', says }]
  }
}
