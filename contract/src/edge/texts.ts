// The texts that are signed, so that both sides write the same ones. The first line keeps one kind from being taken for another.

export const enrollText = (token: string, publicKey: string): string =>
  ['task-edge enrol 1', token, publicKey].join('\n')

export const sessionText = (connector: string, challenge: string, ratchet: string): string =>
  ['task-edge session 1', connector, challenge, ratchet].join('\n')

export const rotateText = (connector: string, session: string, publicKey: string): string =>
  ['task-edge rotate 1', connector, session, publicKey].join('\n')

/** Two lanes: a poll that waits must not keep results from being sent. Each counts for itself. */
export const EDGE_LANES = ['poll', 'send'] as const
export type EdgeLane = (typeof EDGE_LANES)[number]

export type FrameNames = {
  session: string
  lane: EdgeLane
  /** One more than in the previous frame of this lane; after a lost response the next number is used. */
  sequence: number
  method: string
  /** From `/edge/` on. */
  path: string
  /** SHA-256 of the body, in hex. */
  digest: string
}

export const frameText = (frame: FrameNames): string =>
  [
    'task-edge frame 1',
    frame.session,
    frame.lane,
    frame.sequence,
    frame.method,
    frame.path,
    frame.digest,
  ].join('\n')

/** `Authorization` of a frame. */
export const frameHeader = (
  { session, lane, sequence }: Pick<FrameNames, 'session' | 'lane' | 'sequence'>,
  signature: string,
): string => `Edge ${session} ${lane} ${sequence} ${signature}`
