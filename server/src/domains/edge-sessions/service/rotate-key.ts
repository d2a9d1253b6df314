// A connector replaces its key: the frame is signed by the old one, the words in it by the new one.
import { type KeyRotated, type RotateKey, rotateText } from '@task-service/contract'
import { verifyEdgeSignature } from '#crypto/edge-key.ts'
import { recordConnectorAct } from '#domains/connectors/index.ts'
import { type Admitted, type EdgeSteps, edgeRefused } from '#domains/edge/index.ts'
import { encodeId } from '#lib/ids.ts'
import { replaceKey } from '../store/sessions.ts'
import { KEY_MS } from './enroll.ts'

export async function rotateKey(
  steps: EdgeSteps,
  { connectorId, sessionId }: Admitted,
  input: RotateKey,
): Promise<KeyRotated> {
  const publicKey = Buffer.from(input.public_key, 'base64url')
  const connector = encodeId('connector', connectorId)
  const text = rotateText(connector, encodeId('session', sessionId), input.public_key)
  if (!verifyEdgeSignature(publicKey, text, input.signature)) {
    throw edgeRefused('rotation: not signed by the new key')
  }
  return steps.write(async (ctx) => {
    const expiresAt = new Date(ctx.now.getTime() + KEY_MS)
    const row = { id: connectorId, sessionId, publicKey, expiresAt, now: ctx.now }
    if (!(await replaceKey(ctx.tx, row))) throw edgeRefused('rotation: its session is over')
    const actor = { kind: 'system', id: connector } as const
    await recordConnectorAct({ ...ctx, actor }, connectorId, 'key_rotated')
    return { key_expires_at: expiresAt.toISOString() }
  })
}
