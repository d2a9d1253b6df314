// `cell map`, `cell config` and `cell push`: what proxies in front of the cells need to know.
import type { Config } from '#config/config.ts'
import { listCells } from '#fleet/directory/cells.ts'
import type { Directory } from '#fleet/directory/open-directory.ts'
import { type Pushed, pushChanges } from '#fleet/haproxy/push-changes.ts'
import { HAProxyRefused } from '#fleet/haproxy/runtime-socket.ts'
import { type FormatName, formats, isFormat } from '#fleet/ingress/formats.ts'
import { replaceFile, writeMap } from '#fleet/ingress/write-map.ts'
import { createWakeup } from '#lib/wakeup.ts'
import { CommandError, type ExitName } from '../exit-codes.ts'
import type { Output } from '../output.ts'
import { withDirectorySession } from './directory-session.ts'

type Options = Record<string, unknown>

export async function cellMap(output: Output, options: Options): Promise<undefined> {
  const name = readFormat(options)
  const file = String(options['out'])
  return withDirectorySession(async (directory, config) => {
    const hostSuffix = getHostSuffix(config)
    const written = await writeMap(directory, { format: formats[name], hostSuffix, file })
    output.result(
      { file, format: name, ...written },
      `Wrote ${written.hosts} hosts of revision ${written.revision} to ${file}.`,
    )
    return undefined
  })
}

export async function cellConfig(output: Output, options: Options): Promise<undefined> {
  const name = readFormat(options)
  const file = String(options['out'])
  return withDirectorySession(async (directory) => {
    const cells = (await listCells(directory)).filter(({ status }) => status !== 'closed')
    await replaceFile(file, [formats[name].writeConfig(cells)])
    output.result(
      { file, format: name, cells: cells.length },
      `Wrote ${cells.length} cells to ${file}.`,
    )
    return undefined
  })
}

function readFormat(options: Options): FormatName {
  const name = String(options['format'])
  if (isFormat(name)) return name
  throw new CommandError('usage', `--format must be one of ${Object.keys(formats).join(', ')}.`)
}

function getHostSuffix({ http }: Pick<Config, 'http'>): string {
  if (http.hostSuffix !== null) return http.hostSuffix
  throw new CommandError(
    'config',
    'SERVICE_ACP_HOST is not set. Set it to the domain of the tenants, such as tasks.example.com, as in every cell.',
  )
}

/** A notification can be lost with a connection, and a HAProxy that restarted has the revision of its file again. */
const LOOK_EVERY_MS = 5_000

export async function cellPush(output: Output, options: Options): Promise<ExitName> {
  const sockets = options['haproxy'] as string[] // a required variadic option
  const file = String(options['map'])
  return withDirectorySession(async (directory, config) => {
    const hostSuffix = getHostSuffix(config)
    const push = (socket: string) => pushChanges(directory, { socket, file, hostSuffix })
    if (options['follow']) return follow(directory, { sockets, push, note: output.note })
    const pushed: (Pushed & { socket: string })[] = []
    const failed: { socket: string; message: string }[] = []
    for (const socket of sockets) {
      await tryPush(push, socket, {
        done: (result) => pushed.push({ socket, ...result }),
        failed: (message) => failed.push({ socket, message }),
      })
    }
    output.result({ pushed, failed }, [
      ...pushed.map(describePush),
      ...failed.map(({ message }) => message),
    ])
    return failed.length > 0 ? 'unhealthy' : 'ok'
  })
}

type Reports = { done: (pushed: Pushed) => void; failed: (message: string) => void }

/** One HAProxy that is down must not keep the others from the change. */
async function tryPush(
  push: (socket: string) => Promise<Pushed>,
  socket: string,
  reports: Reports,
): Promise<void> {
  try {
    reports.done(await push(socket))
  } catch (error) {
    if (!(error instanceof HAProxyRefused)) throw error
    reports.failed(error.message)
  }
}

type Following = {
  sockets: readonly string[]
  push: (socket: string) => Promise<Pushed>
  note: (line: string) => void
}

/** Until it is stopped. A push that is interrupted is done again by the next one. */
async function follow(directory: Directory, { sockets, push, note }: Following): Promise<never> {
  const wakeup = createWakeup({ shortestMs: LOOK_EVERY_MS, longestMs: LOOK_EVERY_MS })
  await directory.listen(wakeup.notify)
  const lastFailures = new Map<string, string>()
  note(`Following the directory for ${sockets.join(', ')}.`)
  for (;;) {
    for (const socket of sockets) {
      await tryPush(push, socket, {
        done(pushed) {
          lastFailures.delete(socket)
          if (pushed.changes !== 0) note(describePush({ socket, ...pushed }))
        },
        failed(message) {
          if (lastFailures.get(socket) !== message) note(message)
          lastFailures.set(socket, message)
        },
      })
    }
    await wakeup.wait(true)
  }
}

function describePush({ socket, from, to, changes }: Pushed & { socket: string }): string {
  if (changes === 0) return `${socket}: revision ${to}, up to date.`
  if (changes === null) return `${socket}: replaced the map with revision ${to}.`
  return `${socket}: revision ${from} → ${to}, ${changes} hosts changed.`
}
