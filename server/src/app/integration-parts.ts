// What integrations are built on, out of what the API is built from.
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
