// Equal reads that wait at the same time are sent once. A caller never gets data older than its call: it does not join a
// read that is already in flight, but shares the next one.

export type ShareRead<Answer> = (question: string, ask: () => Promise<Answer>) => Promise<Answer>

type Next<Answer> = PromiseWithResolvers<Answer> & { ask: () => Promise<Answer> }

export function createSharedReads<Answer>(): ShareRead<Answer> {
  /** Reads in flight, each with the next read for the callers that arrived since. */
  const asking = new Map<string, Next<Answer> | undefined>()

  async function ask(question: string, first: () => Promise<Answer>): Promise<Answer> {
    asking.set(question, undefined)
    try {
      return await first()
    } finally {
      const next = asking.get(question)
      if (next) ask(question, next.ask).then(next.resolve, next.reject)
      else asking.delete(question)
    }
  }

  return (question, work) => {
    if (!asking.has(question)) return ask(question, work)
    let next = asking.get(question)
    if (!next) {
      next = { ...Promise.withResolvers<Answer>(), ask: work }
      asking.set(question, next)
    }
    return next.promise
  }
}
