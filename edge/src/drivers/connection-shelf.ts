// Connections that wait for the next statement, few and not for long. One that anything went wrong on never comes back.

export type Shelf<C> = {
  /** `begin` is the first thing that is said; one that waited may be gone without our knowing, and then the next is tried. */
  take(begin: (connection: C) => Promise<unknown>): Promise<C>
  putBack(connection: C): void
  close(): void
}

const MOST_IDLE = 4
const IDLE_MS = 60_000

export function createShelf<C>(
  open: () => Promise<C>,
  end: (connection: C) => void,
  isAlive: (connection: C) => boolean,
): Shelf<C> {
  const idle: { connection: C; timer: NodeJS.Timeout }[] = []
  let isClosed = false
  const drop = (connection: C) => {
    const at = idle.findIndex((one) => one.connection === connection)
    if (at >= 0) idle.splice(at, 1)
    end(connection)
  }
  async function fresh(begin: (connection: C) => Promise<unknown>): Promise<C> {
    const connection = await open()
    try {
      await begin(connection)
      return connection
    } catch (error) {
      end(connection)
      throw error
    }
  }
  return {
    async take(begin) {
      for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
        clearTimeout(one.timer)
        const { connection } = one
        const isWell = isAlive(connection) && (await begin(connection).then(yes, no))
        if (isWell) return connection
        end(connection)
      }
      return await fresh(begin)
    },
    putBack(connection) {
      if (isClosed || idle.length >= MOST_IDLE || !isAlive(connection)) return end(connection)
      const timer = setTimeout(() => drop(connection), IDLE_MS)
      timer.unref()
      idle.push({ connection, timer })
    },
    close() {
      isClosed = true
      for (const { connection, timer } of idle.splice(0)) {
        clearTimeout(timer)
        end(connection)
      }
    },
  }
}

const yes = () => true
const no = () => false
