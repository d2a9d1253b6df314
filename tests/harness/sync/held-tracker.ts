// A tracker whose responses stop in the middle of a sync until they are released, so that a test can observe a running sync.
import { type Emulator, startEmulator } from '../../../integrations/github/testing/emulator.ts'
import { seed } from '../../../integrations/github/testing/world.ts'

export type HeldTracker = {
  config: Record<string, string>
  secrets: Record<string, string>
  count: () => number
  /** So many more items. */
  grow: (count: number) => void
  /** As `grow`; and reading ends at one of the last of them, without an answer. */
  growAndHold: (count: number) => void
  /** How many wait for an answer. */
  countHeld: () => number
  release: () => void
  close: Emulator['close']
}

/** From the end, so that every reader has read a page by then. */
const HELD_BEFORE_END = 10

export async function startHeldTracker(): Promise<HeldTracker> {
  const { origin, controls, close } = await startEmulator()
  let count = 0
  let heldPath = ''
  const grow = (more: number) => {
    for (let made = 0; made < more; made++) controls.createIssue({ title: `Item ${++count}` })
  }
  return {
    config: { base_url: origin, owner: seed.owner, repo: seed.repo },
    secrets: { token: seed.token },
    count: () => count,
    grow,
    growAndHold(more) {
      grow(more)
      const number = count - HELD_BEFORE_END
      controls.createComment({ number, body: 'Wait here' })
      // Comments are asked for by the issues that have some.
      heldPath = `/issues/${number}/comments`
      controls.addFault({ kind: 'timeout', path: heldPath })
    },
    countHeld: () =>
      controls
        .listRequests()
        .filter(({ path, status }) => path.includes(heldPath) && status === null).length,
    release: () => controls.clearFaults(),
    close,
  }
}
