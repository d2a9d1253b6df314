// Maps a call of the host to a function of the integration.
import type {
  Change,
  ChoiceKind,
  Context,
  Json,
  Plugin,
  PullOptions,
  PushOptions,
  RawRequest,
  RemoteRef,
} from '@task-service/kit'
import type { Method } from '#agent/process/messages.ts'

/** Bytes are sent as Base64. */
export type WireRequest = Omit<RawRequest, 'body'> & { body: string }

type Run = (plugin: Plugin, ctx: Context, args: never) => unknown

const runs: Record<Method, Run> = {
  describe: (plugin) => plugin.describe(),
  hosts: (plugin, ctx) => plugin.hosts(ctx.config),
  testConnection: (plugin, ctx) => plugin.testConnection(ctx),
  discover: (plugin, ctx, [what]: [ChoiceKind]) => plugin.discover(ctx, what),
  pull: (plugin, ctx, [cursor, options]: [Json | null, PullOptions]) =>
    plugin.pull(ctx, cursor, options),
  fetchOne: (plugin, ctx, [ref]: [RemoteRef]) => plugin.fetchOne(ctx, ref),
  push: (plugin, ctx, [change, options]: [Change, PushOptions]) =>
    plugin.push(ctx, change, options),
  findByMarker: (plugin, ctx, [marker, since]: [string, string]) =>
    wanted(plugin.findByMarker, 'findByMarker')(ctx, marker, new Date(since)),
  verify: (plugin, _, [request]: [Omit<RawRequest, 'body'>]) => webhookOf(plugin).verify(request),
  parse: (plugin, _, [request]: [WireRequest]) =>
    webhookOf(plugin).parse({ ...request, body: Buffer.from(request.body, 'base64') }),
  register: (plugin, ctx, [url]: [string]) =>
    wanted(webhookOf(plugin).register, 'webhook: register')(ctx, url),
  renew: (plugin, ctx, [id]: [string]) =>
    wanted(webhookOf(plugin).renew, 'webhook: renew')(ctx, id),
  unregister: (plugin, ctx, [id]: [string]) =>
    wanted(webhookOf(plugin).unregister, 'webhook: unregister')(ctx, id),
}

export async function invoke(
  plugin: Plugin,
  ctx: Context,
  method: Method,
  args: readonly unknown[],
): Promise<unknown> {
  return await runs[method](plugin, ctx, args as never) // the host wrote them for this method
}

const webhookOf = (plugin: Plugin) => wanted(plugin.webhook, 'webhook')

function wanted<T>(part: T | undefined, name: string): T {
  if (part === undefined) throw new Error(`it does not implement \`${name}\``)
  return part
}
