// A request to create the item of a task.
import type { Link } from '@task-service/contract'
import type { PluginHost } from '#agent/host.ts'
import type { Context } from '#db/context.ts'
import { linkNotAllowed, linkTaken } from '#domains/sync/errors.ts'
import { getIntegration } from '#domains/sync/state/index.ts'
import { createLink } from './change-link.ts'
import { listLinks } from './list-records.ts'

export async function linkTask(
  ctx: Context,
  { host }: { host: Pick<PluginHost, 'findManifest'> },
  task: string,
  integrationId: string,
): Promise<Link> {
  const row = await getIntegration(ctx, integrationId)
  const manifest = host.findManifest(row.provider)
  if (manifest && !manifest.capabilities.create) throw linkNotAllowed()
  const link = await createLink(ctx, task, row.id)
  if (link !== 'exists') return link
  const { data } = await listLinks(ctx, { task, integration: integrationId })
  throw linkTaken(data.find(({ state }) => state !== 'gone')?.id ?? '')
}
