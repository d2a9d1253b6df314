// The sandbox of a plugin process: closes what Node.js permissions leave open before any code of an integration runs. They
// deny files, sockets, programs and threads, but not signals to other processes, priorities and `node:sqlite`.
import Module, { isBuiltin, registerHooks } from 'node:module'

export function enterSandbox(packages: Record<string, string>, log: (text: string) => void): void {
  registerHooks({
    resolve(specifier, context, next) {
      const known = packages[specifier]
      if (known !== undefined) return { url: known, shortCircuit: true }
      if (isBuiltin(specifier)) refuse(specifier)
      return next(specifier, context)
    },
    load(url, context, next) {
      if (url.startsWith('node:')) refuse(url)
      return next(url, context)
    },
  })
  // Hooks added by an integration would run before these.
  for (const name of ['registerHooks', 'register']) Reflect.deleteProperty(Module, name)
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'localStorage', 'sessionStorage']) {
    Reflect.deleteProperty(globalThis, name)
  }
  const { platform, version, versions, arch } = process
  replace('process', Object.freeze({ env: Object.freeze({}), platform, version, versions, arch }))
  replace('console', createConsole(log))
  // Frozen, so that one call cannot leave data for another.
  Object.freeze(globalThis)
}

function refuse(specifier: string): never {
  throw new Error(`Node.js built-ins are not available to integrations (${specifier}).`)
}

function replace(name: string, value: unknown): void {
  Object.defineProperty(globalThis, name, { value, configurable: false, writable: false })
}

// Standard output is the connection to the host, so printed text is sent as log lines.
function createConsole(log: (text: string) => void): Record<string, unknown> {
  const print = (...words: unknown[]) =>
    log(words.map((word) => (typeof word === 'string' ? word : typeof word)).join(' '))
  return Object.freeze(
    Object.fromEntries(
      ['debug', 'error', 'info', 'log', 'trace', 'warn'].map((name) => [name, print]),
    ),
  )
}
