// Shares the event loop between owners: after long work, the owner's next work waits until other owners have had their
// share of the time.

export type TimeShare = {
  /**
   * Runs `work` now or later; it is synchronous, and the time it takes counts. Work of one owner runs in order. The
   * returned function cancels work that has not started, and returns whether it did.
   */
  run: (owner: string, work: () => void) => () => boolean
}

type Owner = { readyAt: number; waiting: (() => void)[] }

/** One owner gets `share` of the time, whether or not others need the rest. */
export function createTimeShare(share: number, now = () => performance.now()): TimeShare {
  const owners = new Map<string, Owner>()

  function runOne(owner: Owner, work: () => void): void {
    const startedAt = now()
    try {
      work()
    } finally {
      owner.readyAt = startedAt + (now() - startedAt) / share
    }
  }

  function waitForTurn(name: string, owner: Owner): void {
    setTimeout(
      () => {
        const next = owner.waiting.shift()
        if (!next) return void owners.delete(name)
        try {
          runOne(owner, next)
        } finally {
          waitForTurn(name, owner)
        }
      },
      Math.max(1, owner.readyAt - now()),
    )
  }

  return {
    run(name, work) {
      const known = owners.get(name)
      if (known) return enqueue(known, work)
      const owner: Owner = { readyAt: 0, waiting: [] }
      owners.set(name, owner)
      try {
        runOne(owner, work)
      } finally {
        waitForTurn(name, owner)
      }
      return hasRun
    },
  }
}

const hasRun = () => false

function enqueue({ waiting }: Owner, work: () => void): () => boolean {
  waiting.push(work)
  return () => {
    const index = waiting.indexOf(work)
    if (index >= 0) waiting.splice(index, 1)
    return index >= 0
  }
}
