// Opens the connections of a move, and closes them whatever happens.
import { type CellClient, type CellConnection, openCell } from '#db/move/cell-connection.ts'
import { describeTables, listMoveTables } from '#db/move/move-tables.ts'
import { type MoveOptions, MoveRefused, type Stage } from './stage.ts'

export async function withStage<T>(
  options: MoveOptions,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const open: CellClient[] = []
  const connect = async (url: string): Promise<CellConnection> => {
    const cell = await openCell(url)
    open.push(cell.client)
    return cell
  }
  try {
    const from = await connect(options.source.url)
    const to = await connect(options.target.url)
    const comparing = {
      source: (await connect(options.source.url)).client,
      target: (await connect(options.target.url)).client,
    }
    const [tables, others] = await Promise.all([
      listMoveTables(from.client),
      listMoveTables(to.client),
    ])
    if (describeTables(tables) !== describeTables(others)) {
      throw new MoveRefused(
        'The cells have tables with different columns. Upgrade both to the same version.',
      )
    }
    return await work({ ...options, from, to, comparing, tables })
  } finally {
    await Promise.all(open.map((client) => client.end().catch(() => undefined))) // the result counts
  }
}
