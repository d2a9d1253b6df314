// Every frame proves itself: signed by the key, in the session there is, and never there before.
import { type FrameNames, frameText } from '@task-service/contract'
import { verifyEdgeSignature } from '#crypto/edge-key.ts'
import { type Admitted, type EdgeSteps, edgeRefused } from '#domains/edge/index.ts'
import { decodeId } from '#lib/ids.ts'
import { advanceSequence, findKeyOfSession } from '../store/sessions.ts'

export type SessionKey = Admitted & { publicKey: Buffer }

/** Before the body of a frame is read: without a session nothing of it is needed. */
export async function findSessionKey(steps: EdgeSteps, session: string): Promise<SessionKey> {
  const sessionId = decodeId('session', session)
  if (sessionId === undefined) throw edgeRefused('frame: that is no session')
  const row = await steps.read((ctx) => findKeyOfSession(ctx.tx, sessionId))
  if (!row?.public_key) throw edgeRefused('frame: there is no such session')
  return { connectorId: row.id, name: row.name, sessionId, publicKey: row.public_key }
}

/** The sequence is used up before the work begins: a frame whose answer was lost does not get past either. */
export async function admitFrame(
  steps: EdgeSteps,
  { publicKey, ...admitted }: SessionKey,
  frame: FrameNames,
  signature: string,
): Promise<Admitted> {
  const { sessionId } = admitted
  if (!verifyEdgeSignature(publicKey, frameText(frame), signature)) {
    throw edgeRefused('frame: not signed by its key')
  }
  const { lane, sequence } = frame
  const isNew = await steps.write((ctx) =>
    advanceSequence(ctx.tx, { sessionId, publicKey, lane, sequence, now: ctx.now }),
  )
  if (!isNew) throw edgeRefused('frame: it was there before, or its session is over')
  return admitted
}
