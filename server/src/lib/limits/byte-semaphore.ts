// A weighted semaphore over bytes of memory, with a share per owner. A request that does not fit waits, and requests of
// other owners may pass it.
export class SemaphoreTimeout extends Error {
  override readonly name = 'SemaphoreTimeout'
}

export type ByteSemaphore = {
  /** Holds the bytes while `work` runs. Throws `SemaphoreTimeout` after `waitMs`. */
  during<T>(owner: string, bytes: number, work: () => Promise<T>): Promise<T>
  usedBytes(): number
}

type Limits = { totalBytes: number; shareBytes: number; waitMs: number }
type Waiter = { owner: string; bytes: number; begin: () => void }

export function createByteSemaphore({ totalBytes, shareBytes, waitMs }: Limits): ByteSemaphore {
  const used = new Map<string, number>()
  const waiting = new Set<Waiter>()
  let total = 0
  // An owner that holds nothing may exceed the share; otherwise a larger request would never start.
  const fits = (owner: string, bytes: number): boolean => {
    const own = used.get(owner) ?? 0
    return (own === 0 || own + bytes <= shareBytes) && (total === 0 || total + bytes <= totalBytes)
  }
  const add = (owner: string, bytes: number): void => {
    total += bytes
    const own = (used.get(owner) ?? 0) + bytes
    if (own > 0) used.set(owner, own)
    else used.delete(owner)
  }
  const giveBack = (owner: string, bytes: number): void => {
    add(owner, -bytes)
    for (const waiter of waiting) {
      if (!fits(waiter.owner, waiter.bytes)) continue
      waiting.delete(waiter)
      add(waiter.owner, waiter.bytes)
      waiter.begin()
    }
  }
  const take = async (owner: string, bytes: number): Promise<void> => {
    if (fits(owner, bytes)) return add(owner, bytes)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { owner, bytes, begin: resolve }
    waiting.add(waiter)
    const timer = setTimeout(() => {
      if (waiting.delete(waiter)) reject(new SemaphoreTimeout(`${bytes} bytes are not available`))
    }, waitMs)
    await promise.finally(() => clearTimeout(timer))
  }
  return {
    async during(owner, bytes, work) {
      await take(owner, bytes)
      try {
        return await work()
      } finally {
        giveBack(owner, bytes)
      }
    },
    usedBytes: () => total,
  }
}
