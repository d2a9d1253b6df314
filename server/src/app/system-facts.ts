// What the service reports to every tenant about itself, from its configuration; secrets are excluded by name.
import { BULK_MAX, PAGE_LIMIT_MAX } from '@task-service/contract'
import { digestKey } from '#crypto/key-digest.ts'
import type { Secret } from '#crypto/secret.ts'
import { listMigrations } from '#db/schema-version.ts'
import type { SystemFacts } from '#domains/system/index.ts'
import type { ApiOptions } from './api-options.ts'
import { VERSION } from './version.ts'

function seconds(ms: number | null): number | null {
  return ms === null ? null : Math.round(ms / 1_000)
}

export function systemFacts({ config, instance }: ApiOptions): SystemFacts {
  const { retention, limits, keys } = config
  const describe = (variable: SystemFacts['environmentKeys'][number]['variable'], key: Secret) => {
    const text = key.reveal()
    return { variable, hint: text.slice(-4), digest: digestKey(instance.pepper, text) }
  }
  return {
    version: VERSION,
    schema_version: listMigrations().length,
    startedAt: new Date(),
    environmentKeys: [
      describe('SERVICE_ACP_API_KEY', keys.api),
      ...(keys.apiPrevious ? [describe('SERVICE_ACP_API_KEY_PREVIOUS', keys.apiPrevious)] : []),
    ],
    retention: {
      idempotency_seconds: seconds(retention.idempotencyMs),
      events_seconds: seconds(retention.eventMs),
      deliveries_seconds: seconds(retention.deliveryMs),
      audit_seconds: seconds(retention.auditMs),
    },
    limits: {
      requests_per_minute: limits.requestsPerMinute,
      failed_keys_per_minute: limits.failedKeysPerMinute,
      body_bytes: limits.bodyBytes,
      streams: limits.streams,
      stream_seconds: seconds(limits.streamDurationMs),
      webhooks: limits.webhooks,
      integrations: limits.integrations,
      connectors: limits.connectors,
      page_items: PAGE_LIMIT_MAX,
      bulk_items: BULK_MAX,
    },
  }
}
