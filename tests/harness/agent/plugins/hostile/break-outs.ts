// Ways to break out of the process that an integration could try. Each returns what it got, or throws.

export type BreakOut = (target: Target) => Promise<string>

export type Target = {
  /** An address on loopback that answers. */
  url: string
  port: number
  /** A file of another integration. */
  neighbor: string
  /** Where nothing lies yet. */
  scratch: string
  /** The process that asks. */
  parent: number
}

export const breakOuts: Record<string, BreakOut> = {
  fetch: async ({ url }) => await (await fetch(url)).text(),
  'node:http': async ({ url }) => {
    const { get } = await import('node:http')
    return await new Promise((resolve, reject) => {
      get(url, (response) => {
        response.resume()
        resolve(`status ${response.statusCode}`)
      }).on('error', reject)
    })
  },
  'node:net': async ({ port }) => {
    const { connect } = await import('node:net')
    return await new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.destroy()
        resolve('connected')
      })
      socket.on('error', reject)
    })
  },
  'node:dgram': async ({ port }) => {
    const { createSocket } = await import('node:dgram')
    const socket = createSocket('udp4')
    return await new Promise((resolve, reject) => {
      socket.on('error', reject)
      socket.send('x', port, '127.0.0.1', (error) => {
        socket.close()
        if (error) reject(error)
        else resolve('sent')
      })
    })
  },
  'node:dns': async () =>
    JSON.stringify(await (await import('node:dns/promises')).lookup('localhost')),
  '/etc/passwd': async () => (await import('node:fs')).readFileSync('/etc/passwd', 'utf8'),
  'the environment of the host': async ({ parent }) =>
    (await import('node:fs')).readFileSync(`/proc/${parent}/environ`, 'utf8'),
  'another integration': async ({ neighbor }) =>
    (await import('node:fs')).readFileSync(neighbor, 'utf8'),
  'importing another integration': async ({ neighbor }) =>
    Object.keys((await import(neighbor)) as object).join(),
  writing: async ({ scratch }) => {
    ;(await import('node:fs')).writeFileSync(scratch, 'x')
    return 'written'
  },
  'node:child_process': async () =>
    (await import('node:child_process')).execFileSync('id').toString(),
  'node:worker_threads': async () => {
    const { Worker } = await import('node:worker_threads')
    return await new Promise((resolve, reject) => {
      const worker = new Worker('process.exit(0)', { eval: true })
      worker.on('error', reject).on('exit', () => resolve('ran'))
    })
  },
  'node:sqlite': async ({ scratch }) => {
    const { DatabaseSync } = await import('node:sqlite')
    new DatabaseSync(`${scratch}.db`).exec('create table a (b)')
    return 'written'
  },
  'a signal to the host': async ({ parent }) => `sent ${process.kill(parent, 0)}`,
  'the priority of the host': async ({ parent }) =>
    `${(await import('node:os')).getPriority(parent)}`,
  'process.getBuiltinModule': async () =>
    process.getBuiltinModule('node:fs').readFileSync('/etc/hostname', 'utf8'),
  'process.stdout': async () => `${process.stdout.writableLength}`,
  // oxlint-disable-next-line no-implied-eval -- the very thing to be refused
  'code out of a text': async () => String(new Function('return 6 * 7')()),
  environment: async () => {
    const names = Object.keys(process.env)
    if (names.length === 0) throw new Error('there is none')
    return names.join()
  },
}
