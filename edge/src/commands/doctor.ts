// `doctor`: what is wrong and how to mend it: settings, way out, clock, each database, each statement. Changes nothing.

import { findIdentity } from '#edge/link/identity.ts'
import { loadPolicy } from '#edge/policy/load-policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import { createDriverPool } from '#edge/work/driver-pool.ts'
import { examineConnectivity } from './doctor/examine-connectivity.ts'
import { examineDatabase } from './doctor/examine-database.ts'
import { examinePolicyFile, examineSecretFiles } from './doctor/examine-files.ts'
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
    examinePolicyFile(settings.policyFile),
    ...policy.notices.map((says): Finding => ({ what: 'policy', state: 'warning', says })),
    ...examineState(settings),
    ...(await examineConnectivity(settings)),
  ]
  const drivers = createDriverPool(settings)
  try {
    for (const database of policy.databases.values()) {
      findings.push(...examineSecretFiles(database), ...(await examineDatabase(database, drivers)))
    }
  } finally {
    await drivers.close()
  }
  const lines = findings.map(({ state, what, says }) => `${SIGNS[state]} ${what}: ${says}`)
  const bad = findings.filter(isBad).length
  const end =
    bad === 0 ? 'All checks passed.' : bad === 1 ? '1 check failed.' : `${bad} checks failed.`
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
    : `not enrolled. Make a token in the dashboard (Connectors, Add) when the rest is well, and start once with TASK_EDGE_TOKEN. (Its files are in ${stateFolder}.)`
  // Looking comes before enrolling: a token works for 15 minutes only.
  return [{ what: 'enrolment', state: 'warning', says }]
}
