// The manifest of the provider that an integration is of.
import type { Manifest } from '@task-service/kit'
import { providerMissing } from '#domains/integrations/errors.ts'
import type { IntegrationParts } from '#domains/integrations/parts.ts'

export function getManifest(
  { host }: Pick<IntegrationParts, 'host'>,
  { provider }: { provider: string },
): Manifest {
  const manifest = host.findManifest(provider)
  if (!manifest) throw providerMissing(provider)
  return manifest
}
