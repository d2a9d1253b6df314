// The values of the chart task-service. Names and values of variables come from the configuration of the program.
import { entries, type Variable } from '../../server/src/config/schema.ts'
import {
  certificateAuthority,
  closed,
  count,
  definition,
  flag,
  image,
  kubernetesList,
  kubernetesObject,
  labels,
  listOf,
  mapOf,
  matching,
  name,
  oneOf,
  placement,
  port,
  resources,
  type Schema,
  schemaFile,
  secretKey,
  text,
} from './json-schema.ts'

/** The chart sets these itself: its services and probes use them. */
export const OWN_VARIABLES: readonly string[] = ['SERVICE_ACP_PORT', 'SERVICE_ACP_METRICS_PORT']

const variables = closed(
  Object.fromEntries(
    entries
      .filter(([variable, { secret }]) => !secret && !OWN_VARIABLES.includes(variable))
      .map(([variable, facts]) => [variable, valueOf(facts)]),
  ),
)

const secrets = closed(
  Object.fromEntries(
    entries.filter(([, { secret }]) => secret).map(([variable]) => [variable, secretKey]),
  ),
)

const config = definition('config')
const role = { replicas: count(0, 1_000), config, resources, ...placement, priorityClassName: text }

const scalar: Schema = { type: ['string', 'integer', 'boolean', 'null'] }
const countOrPercent: Schema = {
  anyOf: [count(1, 1_000), matching(/^[1-9]\d?%$/)],
}

const operator = closed({
  enabled: flag,
  instances: count(1, 20),
  imageName: text,
  database: matching(/^[a-z_][a-z0-9_]*$/),
  owner: matching(/^[a-z_][a-z0-9_]*$/),
  storage: closed({ size: matching(/^\d+(Mi|Gi|Ti)$/), storageClass: name }),
  resources,
  parameters: mapOf(/^[a-z_.]+$/, text),
  extraSpec: kubernetesObject,
})

const properties = {
  fullnameOverride: name,
  image,
  config,
  secrets,
  // Credentials for a collector do not belong into a manifest.
  extraEnv: mapOf(/^(OTEL|NODE)_[A-Z0-9_]+$/, scalar, /HEADERS/),
  certificateAuthority,
  api: closed(role),
  worker: closed(role),
  migrate: closed({
    enabled: flag,
    backoffLimit: count(0, 100),
    activeDeadlineSeconds: count(60, 86_400),
    resources,
    nodeSelector: labels,
    tolerations: kubernetesList,
  }),
  autoscaling: closed({
    enabled: flag,
    minReplicas: count(1, 1_000),
    maxReplicas: count(1, 1_000),
    inFlightRequests: closed({
      enabled: flag,
      metric: matching(/^[a-zA-Z_:][\w:]*$/),
      target: count(1),
    }),
    cpu: closed({ enabled: flag, target: count(1, 1_000) }),
    scaleDownStabilizationSeconds: count(0, 3_600),
  }),
  podDisruptionBudget: closed({ enabled: flag, maxUnavailable: countOrPercent }),
  service: closed({
    type: oneOf('ClusterIP', 'NodePort', 'LoadBalancer'),
    port,
    annotations: labels,
  }),
  ingress: closed({
    enabled: flag,
    className: text,
    annotations: labels,
    hosts: listOf(matching(/^(\*\.)?[a-z0-9.-]+$/)),
    path: matching(/^\//),
    tls: listOf(closed({ hosts: listOf(text), secretName: name })),
  }),
  serviceAccount: closed({ create: flag, name, annotations: labels }),
  networkPolicy: closed({
    enabled: flag,
    ingressFrom: kubernetesList,
    metricsFrom: kubernetesList,
    databaseTo: kubernetesList,
    databasePorts: listOf(port),
    internet: flag,
    extraEgress: kubernetesList,
  }),
  metrics: closed({
    enabled: flag,
    port,
    serviceMonitor: closed({ enabled: flag, interval: matching(/^\d+(ms|s|m)$/), labels }),
    prometheusRule: closed({ enabled: flag, labels }),
  }),
  database: closed({ operator }),
}

export function taskServiceSchema(): string {
  return schemaFile('task-service', properties, { config: variables })
}

/** Only what is certain without the program, which checks the rest when it starts. */
function valueOf({ type, choices, off, help }: Variable): Schema {
  const none = off ? '|off' : ''
  const quantity = (pattern: string): Schema => ({
    type: ['integer', 'string', 'null'],
    pattern: `^(${pattern}${none})$`,
  })
  if (choices) return { description: help, enum: [...choices, ...(off ? ['off'] : []), null] }
  if (type === 'boolean') return { description: help, enum: [true, false, 'true', 'false', null] }
  if (type === 'integer' || type === 'port') return { description: help, ...quantity('\\d+') }
  if (type === 'bytes') return { description: help, ...quantity('\\d+ ?(B|KiB|MiB|GiB)?') }
  if (type === 'duration') return { description: help, ...quantity('\\d+ ?(ms|s|m|h|d)') }
  return { description: help, type: ['string', 'null'] }
}
