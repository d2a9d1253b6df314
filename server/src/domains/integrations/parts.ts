// Dependencies of integrations: the plugin host, egress, the public URL for vendor webhooks, and the limit.

import type { PluginHost } from '#agent/host.ts'
import type { Egress } from '#egress/egress.ts'
import { encodeId } from '#lib/ids.ts'

export type IntegrationParts = {
  host: PluginHost
  egress: Pick<Egress, 'findFault' | 'probe'>
  /** Of one tenant; null is no limit. */
  maxIntegrations: number | null
  http: OwnAddress
}

export type OwnAddress = {
  publicUrl: string | null
  hostSuffix: string | null
  basePath: string
}

/** Only a path if no public URL is configured. */
export function hookUrl(own: OwnAddress, slug: string, integrationId: string): string {
  const path = `/hooks/${encodeId('integration', integrationId)}`
  const known = own.publicUrl === null ? null : new URL(own.publicUrl)
  if (own.hostSuffix !== null) {
    const { protocol, port } = known ?? { protocol: 'https:', port: '' }
    const place = `${slug}.${own.hostSuffix}${port && `:${port}`}`
    return `${protocol}//${place}${own.basePath}${path}`
  }
  return `${own.publicUrl ?? own.basePath}${path}`
}
