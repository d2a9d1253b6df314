// The steps of a connection check: the result of each, and how to fix the one that failed.
import type { CheckedStage, ConnectionCheck, SyncError } from '@task-service/contract'
import type { ConnectionReport, Failure } from '@task-service/kit'
import type { ProbeStep } from '#egress/probe.ts'

type Name = CheckedStage['stage']

const reached = {
  dns: 'The host name resolves.',
  tcp: 'The server accepts connections.',
  tls: 'The connection is encrypted and the certificate is valid.',
} as const

function stage(
  name: Name,
  state: CheckedStage['state'],
  detail: string,
  more: Partial<CheckedStage> = {},
): CheckedStage {
  return {
    stage: name,
    state,
    detail,
    vendor_text: null,
    fix: null,
    duration_ms: null,
    ...more,
  }
}

/** Of several hosts the first that fails is shown, otherwise the slowest. */
export function networkStages(
  probes: readonly { host: string; steps: readonly ProbeStep[] }[],
): CheckedStage[] {
  return (['dns', 'tcp', 'tls'] as const).map((name) => {
    if (probes.length === 0) {
      return stage(
        name,
        'skipped',
        'Not needed: the connector makes an outbound connection to Task Service.',
      )
    }
    const found = probes.flatMap(({ host, steps }) =>
      steps.filter((step) => step.stage === name).map((step) => ({ host, ...step })),
    )
    const failed = found.find(({ failure }) => failure !== null)
    const slowest = Math.max(0, ...found.map(({ durationMs }) => durationMs))
    const duration = { duration_ms: Math.round(failed?.durationMs ?? slowest) }
    if (failed?.failure) {
      const { detail, remedy } = failed.failure
      return stage(name, 'failed', detail, { fix: remedy, ...duration })
    }
    if (found.length > 0) return stage(name, 'ok', reached[name], duration)
    const isPlain = name === 'tls' && probes.every(({ host }) => host.startsWith('http://'))
    return isPlain
      ? stage('tls', 'warning', 'The connection is not encrypted.', {
          fix: 'Use a URL that starts with https://.',
        })
      : stage(name, 'skipped', 'Skipped because an earlier step failed.')
  })
}

export function skippedStages(): CheckedStage[] {
  return (['auth', 'scope', 'sample'] as const).map((name) =>
    stage(name, 'skipped', 'Skipped because an earlier step failed.'),
  )
}

/** `way`: through a connector there is no account. */
export function reportStages(
  report: ConnectionReport,
  durationMs: number,
  way: 'direct' | 'connector' = 'direct',
): CheckedStage[] {
  const { self, missingScopes: missing, warnings, sample, total } = report
  const signedIn =
    way === 'direct'
      ? `Authenticated as ${self.name}.`
      : `The connector responded for ${self.name}.`
  const mayWork =
    way === 'direct'
      ? 'The credential has the required permissions.'
      : 'The connector has the configured database and statements.'
  const scope =
    missing.length > 0
      ? stage('scope', 'failed', `Missing permissions: ${missing.join(', ')}.`, {
          fix: 'Grant these permissions to the account in the external system, or use a credential that has them.',
        })
      : warnings.length > 0
        ? stage('scope', 'warning', warnings.join(' '))
        : stage('scope', 'ok', mayWork)
  return [
    stage('auth', 'ok', signedIn, { duration_ms: Math.round(durationMs) }),
    scope,
    sampleStage(sample, total),
  ]
}

function sampleStage(sample: ConnectionReport['sample'], total: number | undefined): CheckedStage {
  if (sample) {
    const of = total === undefined ? '' : `, one of ${total.toLocaleString('en')}`
    return stage('sample', 'ok', `Found “${sample.title}”${of}.`)
  }
  return sample === null
    ? stage('sample', 'warning', 'No items found.', {
        fix: 'Check the project, list, repository or statement in the configuration.',
      })
    : stage('sample', 'skipped', 'This provider has no sample item.')
}

/** Which step a failure belongs to. */
const stageOfFailure = { auth: 'auth', forbidden: 'scope', not_found: 'sample' } as const
const advice: Partial<Record<SyncError['kind'], string>> = {
  auth: 'Enter a valid credential. The current one may have expired or been revoked.',
  forbidden: 'Grant the account the required permissions in the external system.',
  not_found:
    'Check the project, repository or statement in the configuration; it may have been deleted or renamed.',
  rate_limited: 'Wait a few minutes, then test again.',
  transient: 'Test again in a moment.',
  unreachable:
    'Check that the server is running and that its firewall allows connections from Task Service.',
  protocol: 'Check that the URL points to the server itself, not to a login page or a proxy.',
}

export function failureStages(failure: Failure, durationMs: number): CheckedStage[] {
  const at: Name =
    failure.kind === 'auth' || failure.kind === 'forbidden' || failure.kind === 'not_found'
      ? stageOfFailure[failure.kind]
      : 'auth'
  const names = ['auth', 'scope', 'sample'] as const
  return names.map((name) => {
    if (name === at) {
      return stage(name, 'failed', failure.message, {
        vendor_text: failure.facts.vendorText ?? null,
        fix: failure.facts.fix ?? advice[failure.kind] ?? null,
        duration_ms: Math.round(durationMs),
      })
    }
    const isBefore = names.indexOf(name) < names.indexOf(at)
    return isBefore
      ? stage(
          name,
          'ok',
          name === 'auth' ? 'The credential is valid.' : 'The credential has read access.',
        )
      : stage(name, 'skipped', 'Skipped because an earlier step failed.')
  })
}

export function isFine(stages: readonly CheckedStage[]): boolean {
  return stages.every(({ state }) => state !== 'failed')
}

export function toCheck(
  stages: CheckedStage[],
  facts: { report: ConnectionReport | undefined; hosts: readonly string[]; now: Date },
): ConnectionCheck {
  const { report, hosts, now } = facts
  const skew = report?.clockSkewMs
  return {
    ok: isFine(stages),
    stages,
    self: report?.self ?? null,
    server: report?.server
      ? { name: report.server.name, version: report.server.version ?? null }
      : null,
    hosts: [...hosts],
    clock_skew_ms: skew === undefined ? null : Math.round(skew),
    total: report?.total ?? null,
    sample: report?.sample ?? null,
    checked_at: now.toISOString(),
  }
}
