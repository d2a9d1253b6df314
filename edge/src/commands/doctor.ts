// `doctor`: checks settings, connectivity, clock, databases and statements, and suggests fixes. Read-only.

import { findIdentity } from '#edge/link/identity.ts'
import { loadPolicy } from '#edge/policy/load-policy.ts'
import type { Settings } from '#edge/settings/settings.ts'
import { createDriverPool } from '#edge/work/driver-pool.ts'
import { examineConnectivity } from './doctor/examine-connectivity.ts'
import { examineDatabase } from './doctor/examine-database.ts'
import { examinePolicyFile, examineSecretFiles } from './doctor/examine-files.ts'
import { type Finding, isFailed } from './doctor/finding.ts'
import type { ExitName } from './exit-codes.ts'
import type { Output } from './output.ts'

const LABELS = { ok: 'ok  ', warn: 'WARN', fail: 'FAIL' } as const

export async function doctorCommand(
  output: Output,
  settings: Settings,
): Promise<ExitName | undefined> {
  const policy = loadPolicy(settings.policyFile)
  const findings: Finding[] = [
    examinePolicyFile(settings.policyFile),
    ...policy.notices.map((says): Finding => ({ what: 'policy', state: 'warn', says })),
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
  const lines = findings.map(({ state, what, says }) => `${LABELS[state]} ${what}: ${says}`)
  const failed = findings.filter(isFailed).length
  output.result({ healthy: failed === 0, findings }, [...lines, summarize(failed)])
  return failed === 0 ? undefined : 'unhealthy'
}

function summarize(failed: number): string {
  if (failed === 0) return 'All checks passed.'
  return failed === 1 ? '1 check failed.' : `${failed} checks failed.`
}

function examineState({ stateFolder, token }: Settings): Finding[] {
  const identity = findIdentity(stateFolder)
  if (identity !== undefined) {
    return [{ what: 'enrollment', state: 'ok', says: `${identity.name} (${identity.connector})` }]
  }
  const says = token
    ? 'not enrolled yet; TASK_EDGE_TOKEN is set and is used on the first start'
    : `not enrolled. When all other checks pass, create an enrollment token in the dashboard (Connectors, Add) and start once with TASK_EDGE_TOKEN. State folder: ${stateFolder}`
  // Only a warning: doctor runs before enrollment, because a token is valid for 15 minutes only.
  return [{ what: 'enrollment', state: 'warn', says }]
}
