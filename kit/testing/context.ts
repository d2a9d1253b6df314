// A context for tests of one integration beside the suite: requests go through a fault proxy and are kept.
import type { Context } from '@task-service/kit'
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts'
import { createRecordingClient, type RecordingClient } from './recording-client.ts'

export type TestContext<Config> = {
  ctx: Context<Config>
  client: RecordingClient
  proxy: FaultProxy
  stop: () => Promise<void>
}

export async function startContext<Config>(options: {
  config: Config
  secrets: Readonly<Record<string, string>>
  hosts: readonly string[]
  now?: () => Date
}): Promise<TestContext<Config>> {
  const { config, secrets, hosts, now = () => new Date() } = options
  const proxy = await startFaultProxy()
  const { signal } = new AbortController()
  const client = createRecordingClient({
    hosts,
    secrets,
    origins: {},
    proxyUrl: proxy.url,
    signal,
    timeoutMs: 15_000,
  })
  const ctx: Context<Config> = {
    config,
    secret: (name) => ({ secret: name }),
    http: client,
    log: () => {},
    signal,
    now,
  }
  return { ctx, client, proxy, stop: () => proxy.stop() }
}
