// The runtime API of a HAProxy: one command for each connection to its stats socket.
import { connect } from 'node:net'

/** Answers take milliseconds; replacing a million entries takes longer, but each command of it does not. */
const TIMEOUT_MS = 30_000

export class HAProxyRefused extends Error {
  override readonly name = 'HAProxyRefused'
}

/** `socket` is the path of the stats socket, or host:port. */
export function askHAProxy(socket: string, command: string): Promise<string> {
  const tcp = /^(.+):(\d{1,5})$/.exec(socket)
  const place = tcp ? { host: tcp[1] ?? '', port: Number(tcp[2]) } : { path: socket }
  return new Promise((resolve, reject) => {
    const connection = connect(place)
    const chunks: Buffer[] = []
    const fail = (cause: Error) => {
      connection.destroy()
      reject(
        new HAProxyRefused(
          `HAProxy does not respond at ${socket}: ${cause.message}. Its configuration needs in "global": stats socket ${socket} mode 600 level admin`,
          { cause },
        ),
      )
    }
    connection.setTimeout(TIMEOUT_MS, () => fail(new Error('timed out')))
    connection.on('error', fail)
    connection.on('data', (chunk: Buffer) => void chunks.push(chunk))
    connection.on('end', () => resolve(Buffer.concat(chunks).toString().trimEnd()))
    // Not `end`: HAProxy drops a command whose sender has already closed its side.
    connection.write(`${command}\n`)
  })
}
