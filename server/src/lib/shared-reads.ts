// Equal questions that wait together are asked once. Nobody gets an answer older than their question: the one that is
// on its way when they arrive is not theirs, the next one is.

export type ShareRead<Answer> = (question: string, ask: () => Promise<Answer>) => Promise<Answer>

type Next<Answer> = PromiseWithResolvers<Answer> & { ask: () => Promise<Answer> }

export function createSharedReads<Answer>(): ShareRead<Answer> {
  /** Questions that are being asked, each with those who came too late for this answer. */
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
