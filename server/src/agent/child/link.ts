// Both directions of the connection to the host. They are removed from the integration's reach.
import type { FromProcess, ToProcess } from '#agent/process/messages.ts'

export type Link = {
  send: (message: FromProcess) => void
  onMessage: (listener: (message: ToProcess) => void) => void
}

export function createLink(): Link {
  const { stdin, stdout } = process
  const exit = process.exit.bind(process)
  return {
    send: (message) => void stdout.write(`${JSON.stringify(message)}\n`),
    onMessage(listener) {
      let rest = ''
      stdin.setEncoding('utf8')
      stdin.on('data', (text: string) => {
        const lines = `${rest}${text}`.split('\n')
        rest = lines.pop() ?? ''
        for (const line of lines) listener(JSON.parse(line) as ToProcess) // the host wrote it
      })
      // The host is gone; without this the process would never end.
      stdin.on('end', () => exit(0))
    },
  }
}
