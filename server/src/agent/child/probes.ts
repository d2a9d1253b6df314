// Everything that an integration must not be able to do, each as an attempt. An attempt that is not denied is an escape.

export type Probe = () => unknown

/** Run with only the permissions of a plugin process: Node.js itself has to deny them. */
export const permissionProbes = {
  'connecting to a socket': async () => {
    const { connect } = await import('node:net')
    return await new Promise((resolve, reject) => {
      // Reached, whether or not anything listens there.
      connect({ port: 9, host: '127.0.0.1' }).on('connect', resolve).on('error', reject)
    })
  },
  'listening on a socket': async () => {
    const { createServer } = await import('node:net')
    return await new Promise((resolve, reject) => {
      createServer()
        .on('error', reject)
        .listen(0, '127.0.0.1', () => resolve('listening'))
    })
  },
  'sending a datagram': async () => {
    const { createSocket } = await import('node:dgram')
    return await new Promise((resolve, reject) => {
      createSocket('udp4')
        .on('error', reject)
        .bind(0, '127.0.0.1', () => resolve('bound'))
    })
  },
  'looking up a host': async () => await (await import('node:dns/promises')).lookup('localhost'),
  'reading a file': async () => (await import('node:fs')).openSync(process.execPath, 'r'),
  'writing a file': async () => {
    const { openSync, unlinkSync } = await import('node:fs')
    const path = `/tmp/task-service-sandbox-${process.pid}`
    const file = openSync(path, 'w')
    unlinkSync(path)
    return file
  },
  'starting a process': async () =>
    (await import('node:child_process')).spawnSync(process.execPath, ['--version']),
  'starting a worker': async () => {
    const { Worker } = await import('node:worker_threads')
    return await new Promise((resolve, reject) => {
      new Worker('', { eval: true }).on('error', reject).on('exit', resolve)
    })
  },
  'loading a native addon': () => process.dlopen({ exports: {} }, '/task-service-sandbox.node'),
  'using WASI': async () => new (await import('node:wasi')).WASI({ version: 'preview1' }),
  'opening the inspector': async () => (await import('node:inspector')).open(0, '127.0.0.1'),
  'using process.binding': () => Reflect.get(process, 'binding').call(process, 'fs'),
} satisfies Record<string, Probe>

/** Run inside the sandbox: what Node.js does not deny must be out of reach. */
export const sandboxProbes = {
  'importing a built-in module': async () => await import('node:sqlite'),
  'process.getBuiltinModule': () => process.getBuiltinModule('node:fs'),
  'signals to other processes': () => process.kill(process.ppid, 0),
  'code from strings': () => {
    // oxlint-disable-next-line no-implied-eval -- the very thing to be denied
    return new Function('return 1')()
  },
  'changing primordials': () => changeAll(primordials()),
  'adding globals': () => Object.assign(globalThis, { leftBehind: true }),
} satisfies Record<string, Probe>

const primordials = (): object[] =>
  [Object, Array, Function, String, Number, Promise, Map, Set, RegExp, Date, Error, Uint8Array]
    .flatMap((each): object[] => [each, each.prototype as object])
    .concat([JSON, Math, Reflect])

/** Succeeds when at least one can be changed. */
function changeAll(targets: readonly object[]): string {
  const open = targets.filter((target) =>
    Reflect.defineProperty(target, 'leftBehind', { value: 1 }),
  )
  if (open.length === 0) throw new TypeError('all are frozen')
  return `${open.length} can be changed`
}
