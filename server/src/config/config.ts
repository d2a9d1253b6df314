// The configuration as the rest of the program sees it: typed, nested, every quantity with its unit.
import type { Secret } from '#crypto/secret.ts'
import type { Finding } from './config-error.ts'
import type { Need } from './schema.ts'
import type { Values } from './value.ts'

type MasterKey = Secret<Uint8Array>

/** `null` means `off` in limits and retention, and unset elsewhere. */
interface ConfigWith<Url, ApiKey, Master> {
  http: {
    port: number
    bind: string
    /** Lower-case suffix of tenant hosts; null means that every host serves the default tenant. */
    hostSuffix: string | null
    /** Without a slash at the end. */
    publicUrl: string | null
    /** The path prefix that a proxy adds, without a slash at the end; empty without one. */
    basePath: string
    /** Networks whose X-Forwarded-* headers are trusted. */
    trustedProxies: readonly string[]
    shutdownGraceMs: number
    /** max-age of Strict-Transport-Security. */
    hstsMs: number | null
  }
  database: {
    url: Url
    rolePrefix: string
    poolSize: number
    statementTimeoutMs: number
    commitTimeoutMs: number
    /** How long a migration tries to get its locks. */
    migrationTimeoutMs: number
    /** Null without connections for expensive reads. */
    expensiveReadTimeoutMs: number | null
    /** In percent. */
    tenantShare: number | null
    maxWaitingPerTenant: number | null
    /** Null waits forever. */
    responseGraceMs: number | null
    pooler: Values['SERVICE_ACP_DB_POOLER']
    /** For migrations; null when only the URL of the pooler is known. */
    directUrl: Secret | null
    /** Null without a replica. */
    replica: { url: Secret; poolSize: number; maxLagMs: number } | null
  }
  keys: {
    api: ApiKey
    apiPrevious: Secret | null
    master: Master
    masterPrevious: MasterKey | null
  }
  egress: {
    allow: readonly string[]
    deny: readonly string[]
    plainHttp: Values['SERVICE_ACP_EGRESS_PLAIN_HTTP']
    /** A URL that may contain a user and password. */
    proxy: Secret | null
    proxyTarget: Values['SERVICE_ACP_EGRESS_PROXY_TARGET']
    noProxy: readonly string[]
  }
  dashboard: {
    username: string
    /** Of the first user; null when one is to be generated. */
    password: Secret | null
    /** Null for the folder of this installation. */
    directory: string | null
  }
  /** `list` is the path of plugins.json; null without one. */
  integrations: { list: string | null; memoryBytes: number | null; concurrency: number }
  webhooks: {
    timeoutMs: number
    schedule: readonly number[]
    concurrency: number
    memoryBytes: number | null
  }
  /** Where new attachments are stored; null for PostgreSQL. */
  bucket: {
    name: string
    /** Without a slash at the end; null for AWS. */
    endpoint: string | null
    region: string
    accessKey: Secret
    secretKey: Secret
    isPathStyle: boolean
  } | null
  /** For the e-mail digest; null without an SMTP server. */
  mail: { url: Secret; from: string } | null
  /** Which cell of which fleet this installation is; null outside of a fleet. */
  fleet: { directoryUrl: Secret | null; cell: string | null }
  /** For `tenant move`. */
  move: {
    sourceUrl: Secret | null
    targetUrl: Secret | null
    replicationUrl: Secret | null
    targetMaster: MasterKey | null
  }
  limits: {
    requestsPerMinute: number | null
    failedKeysPerMinute: number | null
    bodyBytes: number
    bodyMemoryBytes: number | null
    unauthenticatedBodyMemoryBytes: number | null
    unauthenticatedBodyMs: number | null
    responseMemoryBytes: number | null
    pageBytes: number | null
    taskBytes: number | null
    attachmentBytes: number
    attachmentStorageBytes: number | null
    attachmentMemoryBytes: number
    connections: number | null
    inFlight: number | null
    eventLoopDelayMs: number | null
    streams: number | null
    webhooks: number | null
    templates: number | null
    schedules: number | null
    imports: number | null
    importStorageBytes: number | null
    integrations: number | null
    connectors: number | null
    streamDurationMs: number | null
    guessesPerHour: number | null
  }
  retention: {
    idempotencyMs: number
    eventMs: number | null
    deliveryMs: number | null
    auditMs: number | null
  }
  log: { level: Values['SERVICE_ACP_LOG_LEVEL']; format: Values['SERVICE_ACP_LOG_FORMAT'] }
  metrics: { port: number | null }
  /** Accepted, but logged at start. */
  warnings: readonly Finding[]
}

/** For code that does not care which secrets were asked for. */
export type AnyConfig = ConfigWith<Secret | null, Secret | null, MasterKey | null>

/** The secrets of the needs N are there; the others may be null. */
export type Config<N extends Need = Need> = ConfigWith<
  'database' extends N ? Secret : Secret | null,
  'api' extends N ? Secret : Secret | null,
  'master' extends N ? MasterKey : MasterKey | null
>

export function buildConfig(values: Values, warnings: readonly Finding[]): AnyConfig {
  return {
    http: {
      port: values.SERVICE_ACP_PORT,
      bind: values.SERVICE_ACP_BIND,
      hostSuffix: values.SERVICE_ACP_HOST,
      publicUrl: values.SERVICE_ACP_PUBLIC_URL,
      basePath: values.SERVICE_ACP_BASE_PATH ?? pathOf(values.SERVICE_ACP_PUBLIC_URL),
      trustedProxies: values.SERVICE_ACP_TRUSTED_PROXIES ?? [],
      shutdownGraceMs: values.SERVICE_ACP_SHUTDOWN_GRACE,
      hstsMs: values.SERVICE_ACP_HSTS,
    },
    database: buildDatabase(values),
    keys: {
      api: values.SERVICE_ACP_API_KEY,
      apiPrevious: values.SERVICE_ACP_API_KEY_PREVIOUS,
      master: values.SERVICE_ACP_MASTER_KEY,
      masterPrevious: values.SERVICE_ACP_MASTER_KEY_PREVIOUS,
    },
    egress: {
      allow: values.SERVICE_ACP_EGRESS_ALLOW ?? [],
      deny: values.SERVICE_ACP_EGRESS_DENY ?? [],
      plainHttp: values.SERVICE_ACP_EGRESS_PLAIN_HTTP,
      proxy: values.SERVICE_ACP_EGRESS_PROXY,
      proxyTarget: values.SERVICE_ACP_EGRESS_PROXY_TARGET,
      noProxy: values.SERVICE_ACP_EGRESS_NO_PROXY ?? [],
    },
    dashboard: {
      username: values.SERVICE_ACP_UI_USERNAME,
      password: values.SERVICE_ACP_UI_PASSWORD,
      directory: values.SERVICE_ACP_UI_DIR,
    },
    integrations: {
      list: values.SERVICE_ACP_PLUGINS,
      memoryBytes: values.SERVICE_ACP_PLUGIN_MEMORY,
      concurrency: values.SERVICE_ACP_SYNC_CONCURRENCY,
    },
    webhooks: {
      timeoutMs: values.SERVICE_ACP_WEBHOOK_TIMEOUT,
      schedule: values.SERVICE_ACP_WEBHOOK_SCHEDULE,
      concurrency: values.SERVICE_ACP_WEBHOOK_CONCURRENCY,
      memoryBytes: values.SERVICE_ACP_WEBHOOK_MEMORY,
    },
    bucket: buildBucket(values),
    mail: buildMail(values),
    fleet: { directoryUrl: values.SERVICE_ACP_DIRECTORY_URL, cell: values.SERVICE_ACP_CELL },
    move: {
      sourceUrl: values.SERVICE_ACP_MOVE_SOURCE_URL,
      targetUrl: values.SERVICE_ACP_MOVE_TARGET_URL,
      replicationUrl: values.SERVICE_ACP_MOVE_REPLICATION_URL,
      targetMaster: values.SERVICE_ACP_MOVE_TARGET_MASTER_KEY,
    },
    limits: buildLimits(values),
    retention: buildRetention(values),
    log: { level: values.SERVICE_ACP_LOG_LEVEL, format: values.SERVICE_ACP_LOG_FORMAT },
    metrics: { port: values.SERVICE_ACP_METRICS_PORT },
    warnings,
  }
}

function buildDatabase(values: Values): AnyConfig['database'] {
  return {
    url: values.DATABASE_URL,
    rolePrefix: values.SERVICE_ACP_DB_ROLE_PREFIX,
    poolSize: values.SERVICE_ACP_DB_POOL_SIZE,
    statementTimeoutMs: values.SERVICE_ACP_DB_STATEMENT_TIMEOUT,
    commitTimeoutMs: values.SERVICE_ACP_DB_COMMIT_TIMEOUT,
    migrationTimeoutMs: values.SERVICE_ACP_DB_MIGRATION_TIMEOUT,
    responseGraceMs: values.SERVICE_ACP_DB_RESPONSE_GRACE,
    expensiveReadTimeoutMs: values.SERVICE_ACP_DB_EXPENSIVE_READ_TIMEOUT,
    tenantShare: values.SERVICE_ACP_DB_TENANT_SHARE,
    maxWaitingPerTenant: values.SERVICE_ACP_LIMIT_WAITING,
    pooler: values.SERVICE_ACP_DB_POOLER,
    directUrl:
      values.SERVICE_ACP_DB_DIRECT_URL ??
      (values.SERVICE_ACP_DB_POOLER === 'none' ? values.DATABASE_URL : null),
    replica: values.SERVICE_ACP_DB_REPLICA_URL && {
      url: values.SERVICE_ACP_DB_REPLICA_URL,
      poolSize: values.SERVICE_ACP_DB_REPLICA_POOL_SIZE,
      maxLagMs: values.SERVICE_ACP_DB_REPLICA_MAX_LAG,
    },
  }
}

function buildBucket(values: Values): AnyConfig['bucket'] {
  const { SERVICE_ACP_BUCKET: name, SERVICE_ACP_BUCKET_ACCESS_KEY: accessKey } = values
  const secretKey = values.SERVICE_ACP_BUCKET_SECRET_KEY
  if (name === null || accessKey === null || secretKey === null) return null
  return {
    name,
    endpoint: values.SERVICE_ACP_BUCKET_ENDPOINT,
    region: values.SERVICE_ACP_BUCKET_REGION,
    accessKey,
    secretKey,
    isPathStyle: values.SERVICE_ACP_BUCKET_PATH_STYLE,
  }
}

function buildMail({
  SERVICE_ACP_SMTP_URL: url,
  SERVICE_ACP_SMTP_FROM: from,
}: Values): AnyConfig['mail'] {
  return url === null || from === null ? null : { url, from }
}

function buildRetention(values: Values): AnyConfig['retention'] {
  return {
    idempotencyMs: values.SERVICE_ACP_IDEMPOTENCY_RETENTION,
    eventMs: values.SERVICE_ACP_EVENT_RETENTION,
    deliveryMs: values.SERVICE_ACP_DELIVERY_RETENTION,
    auditMs: values.SERVICE_ACP_AUDIT_RETENTION,
  }
}

function pathOf(publicUrl: string | null): string {
  return publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')
}

function buildLimits(values: Values): AnyConfig['limits'] {
  return {
    requestsPerMinute: values.SERVICE_ACP_LIMIT_REQUESTS_PER_MINUTE,
    failedKeysPerMinute: values.SERVICE_ACP_LIMIT_FAILED_KEYS_PER_MINUTE,
    bodyBytes: values.SERVICE_ACP_LIMIT_BODY_BYTES,
    bodyMemoryBytes: values.SERVICE_ACP_LIMIT_BODY_MEMORY,
    unauthenticatedBodyMemoryBytes: values.SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_MEMORY,
    unauthenticatedBodyMs: values.SERVICE_ACP_LIMIT_UNAUTHENTICATED_BODY_TIME,
    responseMemoryBytes: values.SERVICE_ACP_LIMIT_RESPONSE_MEMORY,
    pageBytes: values.SERVICE_ACP_LIMIT_PAGE_BYTES,
    taskBytes: values.SERVICE_ACP_LIMIT_TASK_BYTES,
    attachmentBytes: values.SERVICE_ACP_LIMIT_ATTACHMENT_BYTES,
    attachmentStorageBytes: values.SERVICE_ACP_LIMIT_ATTACHMENT_STORAGE,
    attachmentMemoryBytes: values.SERVICE_ACP_LIMIT_ATTACHMENT_MEMORY,
    connections: values.SERVICE_ACP_LIMIT_CONNECTIONS,
    inFlight: values.SERVICE_ACP_LIMIT_IN_FLIGHT,
    eventLoopDelayMs: values.SERVICE_ACP_LIMIT_EVENT_LOOP_DELAY,
    streams: values.SERVICE_ACP_LIMIT_STREAMS,
    webhooks: values.SERVICE_ACP_LIMIT_WEBHOOKS,
    templates: values.SERVICE_ACP_LIMIT_TEMPLATES,
    schedules: values.SERVICE_ACP_LIMIT_SCHEDULES,
    imports: values.SERVICE_ACP_LIMIT_IMPORTS,
    importStorageBytes: values.SERVICE_ACP_LIMIT_IMPORT_STORAGE,
    integrations: values.SERVICE_ACP_LIMIT_INTEGRATIONS,
    connectors: values.SERVICE_ACP_LIMIT_CONNECTORS,
    streamDurationMs: values.SERVICE_ACP_LIMIT_STREAM_DURATION,
    guessesPerHour: values.SERVICE_ACP_LIMIT_GUESSES_PER_HOUR,
  }
}
