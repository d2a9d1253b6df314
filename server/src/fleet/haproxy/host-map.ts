// A map in a running HAProxy. Requests see each change at once, without a reload; the file of the map does not change.
import { askHAProxy, HAProxyRefused } from './runtime-socket.ts'

export type HostMap = {
  find(key: string): Promise<string | undefined>
  /** All entries at once: requests see the old map until the new one is complete. */
  replace(entries: AsyncIterable<string[]> | Iterable<string[]>): Promise<void>
}

/** HAProxy reads a command with its payload into one buffer of 16 KiB (`tune.bufsize`). */
const MAX_COMMAND_BYTES = 12_000

/** `file` is the path as the configuration of HAProxy has it. */
export function openHostMap(socket: string, file: string): HostMap {
  const ask = async (command: string): Promise<string> => {
    const answer = await askHAProxy(socket, command)
    if (answer.startsWith('Unknown map identifier')) {
      throw new HAProxyRefused(
        `HAProxy at ${socket} has no map ${file}. Use the path as in its configuration. Its maps: ${(await askHAProxy(socket, 'show map')).replaceAll('\n', ', ')}`,
      )
    }
    return answer
  }
  const order = async (command: string): Promise<void> => {
    const answer = await ask(command)
    if (answer !== '') {
      throw new HAProxyRefused(`HAProxy at ${socket} rejected "${command.slice(0, 80)}": ${answer}`)
    }
  }
  return {
    find: async (key) =>
      / found=yes.* value="([^"]*)"/.exec(await ask(`get map ${file} ${key}`))?.[1],
    async replace(entries) {
      const version = /New version created: (\d+)/.exec(await ask(`prepare map ${file}`))?.[1]
      if (version === undefined) {
        throw new HAProxyRefused(`HAProxy at ${socket} is too old: version 2.4 or newer is needed.`)
      }
      for await (const page of entries) {
        for (const payload of cutPayloads(page)) {
          await order(`add map @${version} ${file} <<\n${payload}`)
        }
      }
      await order(`commit map @${version} ${file}`)
    },
  }
}

function* cutPayloads(lines: readonly string[]): Generator<string> {
  let payload = ''
  for (const line of lines) {
    if (payload.length + line.length > MAX_COMMAND_BYTES) {
      yield payload
      payload = ''
    }
    payload += line
  }
  if (payload !== '') yield payload
}
