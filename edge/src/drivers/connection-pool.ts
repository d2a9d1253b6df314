// A small pool of idle connections, kept for a short time. A connection on which anything failed is never returned to it.

export type ConnectionPool<C> = {
  /** `begin` is the first statement; if it fails on an idle connection, which may be dead, the next one is used. */
  acquire(begin: (connection: C) => Promise<unknown>): Promise<C>
  release(connection: C): void
  close(): void
}

const MOST_IDLE = 4
const IDLE_MS = 60_000

export function createConnectionPool<C>(
  open: () => Promise<C>,
  end: (connection: C) => void,
  isAlive: (connection: C) => boolean,
): ConnectionPool<C> {
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
    async acquire(begin) {
      for (let one = idle.pop(); one !== undefined; one = idle.pop()) {
        clearTimeout(one.timer)
        const { connection } = one
        const isHealthy = isAlive(connection) && (await begin(connection).then(yes, no))
        if (isHealthy) return connection
        end(connection)
      }
      return await fresh(begin)
    },
    release(connection) {
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
