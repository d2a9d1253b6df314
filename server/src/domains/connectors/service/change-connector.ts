// Renaming, pausing, draining, revoking and deleting a connector, and asking it for a new key.
import type { Connector, ConnectorChange, FieldChange } from '@task-service/contract'
import type { Context } from '#db/context.ts'
import { constraintOf, LostRace } from '#lib/database-failure.ts'
import { connectorNameTaken, connectorNotEnrolled } from '../errors.ts'
import { hasKey } from '../state.ts'
import {
  type ConnectorRow,
  deleteConnector,
  findIdByName,
  revokeKey,
  updateConnector,
} from '../store/connectors.ts'
import { type Expected, getRow, lockVersion } from './get-connector.ts'
import { recordAct } from './record-act.ts'
import { showConnector } from './show-connector.ts'

const compared = ['name', 'paused'] as const

export async function changeConnector(
  ctx: Context,
  connectorId: string,
  change: ConnectorChange,
  expected: Expected,
): Promise<Connector> {
  const before = await lockVersion(ctx, connectorId, expected)
  return keepChange(ctx, before, { ...before, ...change })
}

/** The same as pausing it; under a name that says what for. */
export async function drainConnector(ctx: Context, connectorId: string): Promise<Connector> {
  const before = await getRow(ctx, connectorId, { lock: true })
  return keepChange(ctx, before, { ...before, paused: true })
}

async function keepChange(
  ctx: Context,
  before: ConnectorRow,
  after: ConnectorRow,
): Promise<Connector> {
  const changes: FieldChange[] = compared
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, from: before[field], to: after[field] }))
  if (changes.length === 0) return showConnector(ctx, before)
  if (before.name !== after.name) await refuseTakenName(ctx, after)
  const next = { ...after, version: before.version + 1, updated_at: ctx.now }
  await updateConnector(ctx.tx, next).catch(repeatOnTakenName)
  await recordAct(ctx, before.id, 'updated', changes)
  return showConnector(ctx, next)
}

/** The unique index rejects one of two concurrent changes to the same name; that one is repeated and sees the other. */
function repeatOnTakenName(error: unknown): never {
  if (constraintOf(error) === 'connectors_name') throw new LostRace('the name was taken meanwhile')
  throw error
}

async function refuseTakenName(ctx: Context, { id, name }: ConnectorRow): Promise<void> {
  const existing = await findIdByName(ctx.tx, name)
  if (existing !== undefined && existing !== id) throw connectorNameTaken(name, existing)
}

/** A second time changes nothing. */
export async function revokeConnector(ctx: Context, connectorId: string): Promise<Connector> {
  const row = await getRow(ctx, connectorId, { lock: true })
  if (row.revoked_at) return showConnector(ctx, row)
  await revokeKey(ctx.tx, row.id, ctx.now)
  await recordAct(ctx, row.id, 'revoked')
  return showConnector(ctx, { ...row, revoked_at: ctx.now, enrolment_expires_at: null })
}

export async function askForNewKey(ctx: Context, connectorId: string): Promise<Connector> {
  const row = await getRow(ctx, connectorId, { lock: true })
  if (!hasKey(row)) throw connectorNotEnrolled()
  if (row.rotate_asked_at) return showConnector(ctx, row)
  const next = { ...row, rotate_asked_at: ctx.now, version: row.version + 1, updated_at: ctx.now }
  await updateConnector(ctx.tx, next)
  await recordAct(ctx, row.id, 'updated', [{ field: 'rotate_asked', from: false, to: true }])
  return showConnector(ctx, next)
}

export async function removeConnector(
  ctx: Context,
  connectorId: string,
  expected: Expected,
): Promise<void> {
  const { id } = await lockVersion(ctx, connectorId, expected)
  await deleteConnector(ctx.tx, id)
  await recordAct(ctx, id, 'deleted')
}
