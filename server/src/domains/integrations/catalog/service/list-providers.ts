// What can be connected, as clients see it.
import type { Provider } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'
import type { IntegrationParts } from '#domains/integrations/parts.ts'

export function listProviders({ host }: Pick<IntegrationParts, 'host'>): Provider[] {
  return host.providers().map(toProvider)
}

export function toProvider(manifest: Manifest): Provider {
  const { capabilities } = manifest
  return {
    id: manifest.id,
    version: manifest.version,
    name: manifest.displayName,
    category: manifest.category,
    summary: manifest.summary,
    docs_url: manifest.docsUrl ?? null,
    config: manifest.config.map((field) => ({
      name: field.name,
      label: field.label,
      help: field.help ?? null,
      kind: field.kind,
      required: field.required,
      default: field.default ?? null,
      placeholder: field.placeholder ?? null,
      choices: field.choices ?? [],
      discover: field.discover ?? null,
      statements: field.statements ?? null,
    })),
    secrets: manifest.secrets.map((field) => ({
      name: field.name,
      label: field.label,
      help: field.help ?? null,
      required: field.required,
      url: field.url ?? null,
      generated: field.generated ?? false,
    })),
    capabilities: {
      pull: capabilities.pull,
      deletes: capabilities.deletes,
      comments: capabilities.comments,
      create: capabilities.create,
      webhooks: capabilities.webhooks,
      text_format: capabilities.textFormat,
    },
    fields: Object.fromEntries(
      Object.entries(manifest.fields).map(([field, { access, remote, lossy, maxLength }]) => [
        field,
        { access, remote, lossy: lossy ?? null, max_length: maxLength ?? null },
      ]),
    ),
    evidence: manifest.evidence,
    poll_seconds: manifest.pollSeconds,
  }
}
