// Facts about the connector that it reports to the service.
import { hostname, platform } from 'node:os'
import type { ConnectorFacts } from '@task-service/contract'
import type { Settings } from '#edge/settings/settings.ts'
import { VERSION } from './version.ts'

export function connectorFacts({ proxies, caFile }: Settings): ConnectorFacts {
  return {
    version: VERSION,
    os: platform(),
    host: hostname().slice(0, 255),
    proxy: proxies.https !== undefined || proxies.http !== undefined,
    custom_ca: caFile !== undefined,
  }
}
