// Which hosts a configuration needs, and whether they could be used at all; asked before anything is stored.
import { isFailure } from '@task-service/kit'
import { busy, isUndecided } from '#agent/busy.ts'
import { originOf } from '#agent/vendor/allowed-hosts.ts'
import { hostRefused } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'
import type { Config } from '../config-values.ts'

export async function findHosts(
  { host }: Pick<IntegrationParts, 'host'>,
  owner: { tenantId: string },
  provider: string,
  config: Config,
): Promise<string[]> {
  try {
    return await host.hostsOf(owner.tenantId, provider, config)
  } catch (error) {
    if (!isFailure(error)) throw error
    if (isUndecided(error)) throw busy(error)
    throw hostRefused({ detail: error.message, remedy: 'Check the URL.' })
  }
}

export async function findUsableHosts(
  parts: Pick<IntegrationParts, 'host' | 'egress'>,
  owner: { tenantId: string },
  provider: string,
  config: Config,
): Promise<string[]> {
  const hosts = await findHosts(parts, owner, provider, config)
  const faults = await Promise.all(hosts.map((name) => parts.egress.findFault(originOf(name))))
  const fault = faults.find((found) => found !== null)
  if (fault) throw hostRefused(fault)
  return hosts
}
