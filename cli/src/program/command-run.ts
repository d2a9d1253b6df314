// What a command gets: its input, its output, and the client, which is loaded when it is used.
import type { TaskService } from '@task-service/sdk'
import { type Environment, readEnvironment } from '#cli/environment.ts'
import { chooseTarget, type Target } from '#cli/profiles/choose-profile.ts'
import type { Output } from '#cli/terminal/output.ts'
import type { CommandInput } from './command-input.ts'
import type { Interrupts } from './interrupts.ts'
import { VERSION } from './version.ts'

/** A person waits: better an error soon than retries for two minutes. */
const SHORT = { maxRetries: 3, maxElapsedMs: 8_000 }

export class CommandRun {
  readonly input: CommandInput
  readonly output: Output
  readonly environment: Environment = readEnvironment()
  readonly #interrupts: Interrupts
  #target: Promise<Target> | undefined

  constructor(input: CommandInput, output: Output, interrupts: Interrupts) {
    this.input = input
    this.output = output
    this.#interrupts = interrupts
  }

  /** From then on, the command has to stop when it is aborted. */
  signal(): AbortSignal {
    return this.#interrupts.signal()
  }

  target(): Promise<Target> {
    return (this.#target ??= chooseTarget(this.environment, this.input.text('profile')))
  }

  /** `isPatient`: for commands that run long and must survive a restart of the server. */
  async client({ isPatient = false } = {}): Promise<TaskService> {
    return this.clientFor(await this.target(), isPatient)
  }

  async clientFor({ url, key }: Target, isPatient = false): Promise<TaskService> {
    if (this.environment.hasProxy) await useProxy()
    const { TaskService: Client } = await import('@task-service/sdk')
    return new Client({
      url,
      ...(key.startsWith('agt_') ? { agentToken: key } : { apiKey: key }),
      headers: { 'user-agent': `task-service-cli/${VERSION}` },
      ...(!isPatient && { retry: SHORT }),
      onRetry: ({ delayMs, error }) => {
        if (this.output.stderr.isTTY !== true) return
        this.output.note(`${error.detail} Retrying in ${(delayMs / 1_000).toFixed(1)} s.`)
      },
    })
  }
}

/** Where Node.js has the function; older versions read the variables if NODE_USE_ENV_PROXY=1 is set. */
async function useProxy(): Promise<void> {
  const http: { setGlobalProxyFromEnv?: () => unknown } = await import('node:http')
  http.setGlobalProxyFromEnv?.()
}
