// Dependencies of integrations: the plugin host, egress, the public URL for vendor webhooks, and the limit.

import type { PluginHost } from '#agent/host.ts'
import type { Egress } from '#egress/egress.ts'
import { encodeId } from '#lib/ids.ts'
import { type OwnAddress, ownUrl } from '#lib/own-url.ts'

export type IntegrationParts = {
  host: PluginHost
  egress: Pick<Egress, 'findFault' | 'probe'>
  /** Of one tenant; null is no limit. */
  maxIntegrations: number | null
  http: OwnAddress
}

/** Only a path if no public URL is configured. */
export function hookUrl(own: OwnAddress, slug: string, integrationId: string): string {
  return ownUrl(own, slug, `/hooks/${encodeId('integration', integrationId)}`)
}
