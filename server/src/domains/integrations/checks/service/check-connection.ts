// Testing a connection step by step, stored or not: name, connection, encryption, credential, rights, an item.
import {
  CHOICE_KINDS,
  type ConnectionCheck,
  type ConnectionTry,
  type RemoteChoices,
} from '@task-service/contract'
import { type Choice, type ConnectionReport, type Failure, isFailure } from '@task-service/kit'
import { isBusy } from '#agent/busy.ts'
import type { PluginSession } from '#agent/host.ts'
import { originOf } from '#agent/vendor/allowed-hosts.ts'
import type { Context } from '#db/context.ts'
import { findHosts, readConfig } from '#domains/integrations/catalog/index.ts'
import {
  type CheckSteps,
  fromFailure,
  openConnection,
} from '#domains/integrations/connection/index.ts'
import { listMissing, readSecrets } from '#domains/integrations/credentials/index.ts'
import { credentialIncomplete, providerUnknown } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import {
  findIntegration,
  type IntegrationRow,
  recordAct,
} from '#domains/integrations/records/index.ts'
import { endRest } from '#domains/sync/index.ts'
import { uuidv7 } from '#lib/uuid.ts'
import { failureStages, networkStages, reportStages, skippedStages, toCheck } from '../stages.ts'
import { type Findings, saveFindings } from '../store.ts'

type Found = { check: ConnectionCheck; report?: ConnectionReport; failure?: Failure }

async function lookAround(
  { egress }: IntegrationParts,
  session: PluginSession,
  hosts: readonly string[],
  signal: AbortSignal,
): Promise<Found> {
  const probes = await Promise.all(
    hosts.map(async (host) => ({ host, steps: await egress.probe(originOf(host)) })),
  )
  const network = networkStages(probes)
  const facts = { hosts, now: new Date() }
  if (network.some(({ state }) => state === 'failed')) {
    return { check: toCheck([...network, ...skippedStages()], { ...facts, report: undefined }) }
  }
  const startedAt = performance.now()
  try {
    const report = await session.testConnection(signal)
    const way = hosts.length === 0 ? 'connector' : 'direct'
    const stages = [...network, ...reportStages(report, performance.now() - startedAt, way)]
    return { check: toCheck(stages, { ...facts, report }), report }
  } catch (error) {
    if (!isFailure(error)) throw error
    // Nothing was asked, so nothing was found out about the connection.
    if (isBusy(error)) throw fromFailure(error)
    const stages = [...network, ...failureStages(error, performance.now() - startedAt)]
    return { check: toCheck(stages, { ...facts, report: undefined }), failure: error }
  }
}

export async function checkIntegration(
  steps: CheckSteps,
  parts: IntegrationParts,
  integrationId: string,
): Promise<ConnectionCheck> {
  const { row, session } = await openConnection(steps, parts, integrationId)
  const found = await lookAround(parts, session, row.hosts, steps.signal)
  const choices = found.check.ok ? await discoverAll(session, steps.signal) : undefined
  await steps.write((ctx) => keepFindings(ctx, row, found, choices))
  return found.check
}

/** What a mapping is made of. One that cannot be listed leaves the others as they are. */
export async function discoverAll(
  session: PluginSession,
  signal: AbortSignal,
): Promise<RemoteChoices> {
  const choices: Partial<Record<keyof RemoteChoices, Choice[]>> = {}
  for (const what of CHOICE_KINDS) {
    if (what === 'containers') continue
    try {
      choices[what] = (await session.discover(what, signal)).slice(0, mostChoices[what])
    } catch (error) {
      if (!isFailure(error)) throw error
    }
  }
  return choices
}

const mostChoices = { statuses: 500, priorities: 200, people: 2_000, fields: 500 } as const

const problemOf = { auth: 'auth_failed', forbidden: 'forbidden', not_found: 'not_found' } as const

async function keepFindings(
  ctx: Context,
  checked: IntegrationRow,
  { report, failure, check }: Found,
  choices: RemoteChoices | undefined,
): Promise<void> {
  const row = await findIntegration(ctx.tx, checked.id, { lock: true })
  // Removed, or pointed elsewhere, meanwhile: what was found says nothing about it.
  if (!row || row.hosts.join(' ') !== checked.hosts.join(' ')) return
  await saveFindings(ctx.tx, row.id, {
    ...row,
    ...(report && { self: report.self, server: report.server ?? null }),
    ...(choices && {
      mapping: { ...row.mapping, choices: { ...row.mapping.choices, ...choices } },
    }),
    ...(check.ok && afterSuccess(ctx, row)),
    ...(failure && afterFailure(ctx, failure)),
  })
  if (check.ok) await endRest(ctx.tx, row.id, ctx.now)
  await recordAct(ctx, row.id, 'checked', [{ field: 'ok', from: null, to: check.ok }])
}

function afterSuccess(ctx: Context, row: IntegrationRow): Partial<Findings> {
  return {
    checked_at: ctx.now,
    problem: null,
    problem_detail: null,
    problem_since: null,
    failures: 0,
    due_at: row.paused ? null : ctx.now,
  }
}

/** A server that does not respond is retried automatically; a permanent rejection is not. */
function afterFailure(ctx: Context, failure: Failure): Partial<Findings> {
  const { kind, message, facts } = failure
  if (kind !== 'auth' && kind !== 'forbidden' && kind !== 'not_found') return {}
  return {
    problem: problemOf[kind],
    problem_detail: {
      kind,
      message,
      ...(facts.vendorText !== undefined && { vendor_text: facts.vendorText }),
      ...(facts.fix !== undefined && { fix: facts.fix }),
    },
    problem_since: ctx.now,
  }
}

/** Nothing of it is stored: the secrets are in memory until the answer is sent. */
export async function tryConnection(
  steps: Pick<CheckSteps, 'tenantId' | 'signal'>,
  parts: IntegrationParts,
  input: ConnectionTry,
): Promise<ConnectionCheck> {
  const manifest = parts.host.findManifest(input.provider)
  if (!manifest) throw providerUnknown(input.provider, parts.host.providers())
  const config = readConfig(manifest, input.config ?? {})
  const secrets = readSecrets(manifest, input.secrets)
  const missing = listMissing(manifest, [...secrets.keys()])
  if (missing.length > 0) throw credentialIncomplete(missing)
  const hosts = await findHosts(parts, steps, input.provider, config)
  const session = parts.host.open({
    tenantId: steps.tenantId,
    integrationId: `try ${uuidv7()}`,
    provider: input.provider,
    config,
    hosts,
    openSecret: async (name) => secrets.get(name) ?? undefined,
  })
  return (await lookAround(parts, session, hosts, steps.signal)).check
}
