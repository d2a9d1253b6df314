// The dependencies of integrations, taken from those of the API.
import type { IntegrationParts } from '#domains/integrations/index.ts'
import type { ApiOptions } from './api-options.ts'

export function integrationParts({ config, egress, plugins }: ApiOptions): IntegrationParts {
  const { publicUrl, hostSuffix, basePath } = config.http
  return {
    host: plugins,
    egress,
    maxIntegrations: config.limits.integrations,
    http: { publicUrl, hostSuffix, basePath },
  }
}
