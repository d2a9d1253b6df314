// One plugin process: how it is started, sandboxed, watched and ended.
import { type ChildProcess, spawn } from 'node:child_process'
import { getPriority, setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { type Failure, PLUGIN_API } from '@task-service/kit'
import type { HostLimits } from '#agent/limits.ts'
import { readMessage } from '#agent/shapes/message.ts'
import { createLineReader } from './line-reader.ts'
import { watchMemory } from './memory-watch.ts'
import type { FromProcess, ToProcess } from './messages.ts'
import { ProcessFailure } from './process-failure.ts'
import type { Sandbox } from './sandbox.ts'
import { sandboxFlags } from './sandbox-flags.ts'

/** Where an integration is installed and what it may read and import. */
export type PluginPlace = {
  /** The file that exports `plugin`. */
  entry: string
  /** Folders it may read, including its own. */
  readable: readonly string[]
  /** Packages outside of its folder: name to file. */
  packages: Readonly<Record<string, string>>
  /** Built in: written without state, so its processes serve several connections in turn. */
  isOurs?: true
  /** Called before each start: throws when the files have changed. */
  check?: () => Promise<void>
}

export type PluginProcess = {
  send: (message: ToProcess) => void
  /** Ends it immediately; all waiting calls fail with the reason. */
  kill: (why: Failure) => void
  /** True from the moment it was killed: it takes a moment to end. */
  isEnding: () => boolean
  /** Private memory, as last measured. */
  memoryMb: () => number
  ended: Promise<Failure>
}

const childFolder = fileURLToPath(new URL('../child', import.meta.url))
const kitEntry = fileURLToPath(import.meta.resolve('@task-service/kit'))

/** Resolves when the integration is loaded and supports our API version; throws a `Failure` otherwise. */
export async function startPluginProcess(
  place: PluginPlace,
  limits: HostLimits,
  onMessage: (message: FromProcess) => void,
  sandbox: Sandbox,
): Promise<PluginProcess> {
  const sandboxFault = await sandbox.findFault()
  if (sandboxFault !== undefined) throw internal(sandboxFault)
  await checkFiles(place)
  const child = spawn(
    process.execPath,
    [...permissionFlags(place, limits), `${childFolder}/entry.ts`],
    {
      env: {},
      cwd: '/',
      // Standard error would bypass the limits of the log.
      stdio: ['pipe', 'pipe', 'ignore'],
    },
  )
  lowerPriority(child)
  const { kill, isEnding, memoryMb, ended } = watchEnd(child, limits)
  const ready = Promise.withResolvers<void>()
  const hear = (message: FromProcess) => {
    if (message.type === 'ready') {
      const fault = findVersionFault(message.apiVersion)
      if (fault) kill(fault)
      else ready.resolve()
    } else if (message.type === 'broken')
      kill(internal(`The integration could not be loaded: ${message.message}`))
    else onMessage(message)
  }
  const send = (message: ToProcess) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  // Written to a process that has just ended; `ended` reports the reason.
  child.stdin.on('error', () => undefined)
  listen(child, limits, hear, kill)
  const packages = { ...place.packages, '@task-service/kit': kitEntry }
  send({ type: 'start', entry: urlOf(place.entry), packages: mapValues(packages, urlOf) })
  const timer = setTimeout(
    () => kill(internal(`The integration did not load within ${limits.startMs} ms.`)),
    limits.startMs,
  )
  const failure = await Promise.race([ready.promise, ended])
  clearTimeout(timer)
  if (failure) throw failure
  return { send, kill, isEnding, memoryMb, ended }
}

async function checkFiles({ check }: PluginPlace): Promise<void> {
  try {
    await check?.()
  } catch (error) {
    throw internal(
      `The integration is blocked: ${error instanceof Error ? error.message : 'unknown'}.`,
    )
  }
}

function watchEnd(child: ChildProcess, limits: HostLimits): Omit<PluginProcess, 'send'> {
  const ended = Promise.withResolvers<Failure>()
  let reason: Failure | undefined
  const kill = (why: Failure) => {
    reason ??= why
    child.kill('SIGKILL')
  }
  const memory = watchMemory(child.pid, limits.memoryMb, () =>
    kill(internal(`The integration used more than ${limits.memoryMb} MB of memory.`)),
  )
  child.once('error', () => ended.resolve(internal('The plugin process could not be started.')))
  child.once('exit', (code, signal) => {
    memory.stop()
    ended.resolve(reason ?? internal(`The plugin process exited (${signal ?? `code ${code}`}).`))
  })
  const isEnding = () => reason !== undefined || child.exitCode !== null
  return { kill, isEnding, memoryMb: memory.ownMb, ended: ended.promise }
}

/** Starting several processes at once, or one that computes, must not slow down requests. */
const NICER = 5
const LOWEST_PRIORITY = 19

function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    setPriority(pid, Math.min(getPriority() + NICER, LOWEST_PRIORITY))
  } catch {
    // It has already ended, or the system does not allow it.
  }
}

function listen(
  child: ChildProcess,
  { messageBytes }: HostLimits,
  hear: (message: FromProcess) => void,
  kill: (why: Failure) => void,
): void {
  let isOver = false
  const stop = (why: string) => {
    isOver = true
    child.stdout?.destroy()
    kill(internal(why))
  }
  const reader = createLineReader(messageBytes, (line) => {
    if (isOver) return
    const message = readMessage(line)
    if (message) hear(message)
    else stop('The integration wrote invalid messages.')
  })
  child.stdout?.on('data', (chunk: Buffer) => {
    if (!isOver && !reader.take(chunk))
      stop(`The integration sent a message of more than ${messageBytes} bytes.`)
  })
  child.stdout?.on('error', () => undefined)
}

export function permissionFlags(
  { entry, readable }: PluginPlace,
  { heapMb }: HostLimits,
): string[] {
  const folders = [dirname(entry), ...readable, childFolder, dirname(kitEntry)]
  return sandboxFlags(folders, heapMb)
}

/** Within a version fields are only added, so one number is enough to check compatibility. */
function findVersionFault(version: unknown): Failure | undefined {
  if (version === PLUGIN_API) return undefined
  return internal(
    `The integration needs version ${JSON.stringify(version)} of the plugin interface; this server supports version ${PLUGIN_API}.`,
  )
}

const internal = (message: string) => new ProcessFailure('ended', 'internal', message)
const urlOf = (path: string) => pathToFileURL(path).href

function mapValues(record: Record<string, string>, change: (value: string) => string) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]))
}
