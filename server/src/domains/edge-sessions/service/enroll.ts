// Exchanges an enrollment token for the public key of a connector. A token is valid once.
import { type Enroll, type Enrolled, enrollText } from '@task-service/contract'
import { digestEdgeSecret, makeRatchet, verifyEdgeSignature } from '#crypto/edge-key.ts'
import { connectorEvent, recordConnectorAct } from '#domains/connectors/index.ts'
import { type EdgeSteps, edgeRefused } from '#domains/edge/index.ts'
import { emitEvents } from '#events/emit.ts'
import { encodeId } from '#lib/ids.ts'
import { redeemToken } from '../store/sessions.ts'

/** It makes itself a new one after a third of that. */
export const KEY_MS = 90 * 86_400_000

export async function enroll(steps: EdgeSteps, input: Enroll): Promise<Enrolled> {
  const publicKey = Buffer.from(input.public_key, 'base64url')
  const text = enrollText(input.token, input.public_key)
  if (!verifyEdgeSignature(publicKey, text, input.signature)) {
    throw edgeRefused('enrollment: the signature is not by the key that was sent')
  }
  const ratchet = makeRatchet()
  return steps.write(async (ctx) => {
    const row = await redeemToken(ctx.tx, {
      tokenHash: digestEdgeSecret(input.token),
      publicKey,
      keyExpiresAt: new Date(ctx.now.getTime() + KEY_MS),
      ratchetHash: digestEdgeSecret(ratchet),
      facts: input.facts,
      now: ctx.now,
    })
    if (!row) throw edgeRefused('enrollment: the token is unknown, used or expired')
    const connector = encodeId('connector', row.id)
    const asActor = { ...ctx, actor: { kind: 'system', id: connector } as const }
    await emitEvents(asActor, [connectorEvent('connector.enrolled', row, null)])
    await recordConnectorAct(asActor, row.id, 'enrolled')
    return { connector, name: row.name, ratchet, server_time: ctx.now.toISOString() }
  })
}
