// Entering a credential: sealed at once, for the hosts of the integration, and never given back.
import type { CredentialEntry } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import { Secret } from '#crypto/secret.ts'
import type { Context } from '#db/context.ts'
import { getManifest } from '#domains/integrations/catalog/index.ts'
import { credentialIncomplete, fieldsRefused } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import {
  type Expected,
  type IntegrationRow,
  lockVersion,
  recordAct,
  updateIntegration,
} from '#domains/integrations/records/index.ts'
import { endRest } from '#domains/sync/index.ts'
import { actorText } from '#lib/actor.ts'
import { bodyError, unknownField } from '#lib/messages/field-problem.ts'
import { listMissing } from '../credential.ts'
import { makeSecret, sealFor } from '../secrets.ts'
import { deleteSecret, saveSecret } from '../store.ts'
import { listReadable } from './list-readable.ts'

export async function setCredential(
  ctx: Context,
  parts: IntegrationParts,
  integrationId: string,
  input: { secrets: CredentialEntry['secrets']; expected: Expected },
): Promise<IntegrationRow> {
  const before = await lockVersion(ctx, integrationId, input.expected)
  const manifest = getManifest(parts, before)
  const given = readSecrets(manifest, input.secrets)
  const known = await listReadable(ctx, [before])
  const kept = known.filter(({ name, isReadable }) => isReadable && !given.has(name))
  const names = [...kept.map(({ name }) => name), ...[...given].flatMap(namesOf)]
  const missing = listMissing(manifest, names)
  if (missing.length > 0) throw credentialIncomplete(missing)
  const made = manifest.secrets.filter(({ generated, name }) => generated && !names.includes(name))
  for (const { name } of made) given.set(name, makeSecret())
  const lost = known.filter(({ name }) => !names.includes(name) && !given.get(name))
  for (const { name } of lost) await deleteSecret(ctx.tx, before.id, name)
  for (const [name, secret] of given) if (secret) await keep(ctx, before, name, secret)
  const row: IntegrationRow = {
    ...before,
    problem: null,
    problem_detail: null,
    problem_since: null,
    failures: 0,
    due_at: before.paused ? null : ctx.now,
    // The vendor signs with a secret that is no more.
    ...(made.length > 0 && { webhook: null, webhook_renew_at: null }),
    version: before.version + 1,
    updated_at: ctx.now,
  }
  await updateIntegration(ctx.tx, row)
  await endRest(ctx.tx, row.id, ctx.now)
  const to = [...names, ...made.map(({ name }) => name)].toSorted()
  const from = known.map(({ name }) => name)
  await recordAct(ctx, row.id, 'credential_set', [{ field: 'credential', from, to }])
  return row
}

const namesOf = ([name, secret]: [string, Secret | null]): string[] => (secret ? [name] : [])

/** Null takes one away. White space around it came with copying; no credential has any. */
export function readSecrets(
  { secrets: fields }: Pick<Manifest, 'secrets'>,
  given: Readonly<Record<string, string | null>>,
): Map<string, Secret | null> {
  const faults = Object.entries(given).flatMap(([name, value]) => {
    const pointer = `/secrets/${name}`
    const known = fields.map((field) => field.name)
    if (!known.includes(name)) return [unknownField(pointer, name, known, 'secret')]
    const isEmpty = value !== null && value.trim() === ''
    return isEmpty ? [bodyError(pointer, 'too_short', 'must not be empty')] : []
  })
  if (faults.length > 0) throw fieldsRefused(faults)
  return new Map(
    Object.entries(given).map(
      ([name, value]) => [name, value === null ? null : Secret.from(value.trim())] as const,
    ),
  )
}

async function keep(
  ctx: Context,
  { id, hosts }: IntegrationRow,
  name: string,
  secret: Secret,
): Promise<void> {
  await saveSecret(ctx.tx, {
    integration_id: id,
    name,
    value: await sealFor(ctx, { integrationId: id, name, hosts }, secret),
    hosts,
    entered_by: actorText(ctx.actor),
    entered_at: ctx.now,
  })
}
