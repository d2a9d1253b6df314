// Mistakes of operators, which the schemas of the values must reject, and mistakes in templates, which the checks must find.
import type { Chart } from './cases.ts'

export type WrongValue = { chart: Chart; set: string; seen: RegExp }

/** Arguments of --set-json. */
export const WRONG_VALUES: readonly WrongValue[] = [
  { chart: 'task-service', set: 'replicas=3', seen: /replicas/ },
  { chart: 'task-service', set: 'api.replica=3', seen: /replica/ },
  { chart: 'task-service', set: 'api.replicas="two"', seen: /api.*replicas/s },
  { chart: 'task-service', set: 'config.SERVICE_ACP_POOL=5', seen: /SERVICE_ACP_POOL/ },
  {
    chart: 'task-service',
    set: 'config.SERVICE_ACP_API_KEY="tskey_x"',
    seen: /SERVICE_ACP_API_KEY/,
  },
  { chart: 'task-service', set: 'config.SERVICE_ACP_PORT=80', seen: /SERVICE_ACP_PORT/ },
  { chart: 'task-service', set: 'config.SERVICE_ACP_LOG_LEVEL="loud"', seen: /LOG_LEVEL/ },
  {
    chart: 'task-service',
    set: 'worker.config.SERVICE_ACP_DB_POOL_SIZE="many"',
    seen: /POOL_SIZE/,
  },
  { chart: 'task-service', set: 'secrets.SERVICE_ACP_HOST={}', seen: /SERVICE_ACP_HOST/ },
  { chart: 'task-service', set: 'secrets.SERVICE_ACP_SMTP_URL="smtps://x"', seen: /SMTP_URL/ },
  { chart: 'task-service', set: 'image.digest="latest"', seen: /digest/ },
  { chart: 'task-service', set: 'extraEnv.OTEL_EXPORTER_OTLP_HEADERS="key=x"', seen: /HEADERS/ },
  { chart: 'task-service', set: 'podDisruptionBudget.maxUnavailable=0', seen: /maxUnavailable/ },
  { chart: 'task-service', set: 'ingress.enabled=true', seen: /ingress\.hosts/ },
  { chart: 'task-edge', set: 'url="acme.tasks.example.com"', seen: /url/ },
  { chart: 'task-edge', set: 'logins.TASK_EDGE_TOKEN={}', seen: /TASK_EDGE_TOKEN/ },
  { chart: 'task-edge', set: 'policy.content=""', seen: /policy\.content/ },
]

export type Plant = {
  /** Under deploy/helm. */
  file: string
  from: string
  to: string
}

/** Each one in a template, with the check that must see it. */
export const PLANTS: Readonly<Record<string, Plant & { seen: RegExp }>> = {
  'a misspelled field': {
    file: 'task-service/templates/_deployment.tpl',
    from: 'revisionHistoryLimit',
    to: 'revisionHistory',
    seen: /revisionHistory/,
  },
  'a wrong type': {
    file: 'task-service/templates/_deployment.tpl',
    from: 'progressDeadlineSeconds: 900',
    to: 'progressDeadlineSeconds: 15m',
    seen: /progressDeadlineSeconds/,
  },
  'a container without a security context': {
    file: 'task-service/templates/_pod.tpl',
    from: `securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities: { drop: [ALL] }
  seccompProfile: { type: RuntimeDefault }
`,
    to: '',
    seen: /writable root file system/,
  },
  'a secret in a ConfigMap': {
    file: 'task-edge/templates/policy.yaml',
    from: 'data:\n',
    to: 'data:\n  url: postgres://task_edge:password@db.internal/warehouse\n',
    seen: /a secret in url/,
  },
  'a secret as a variable': {
    file: 'task-service/templates/_pod.tpl',
    from: '- name: {{ $name }}_FILE\n  value: ',
    to: '- name: {{ $name }}\n  value: ',
    seen: /a secret in SERVICE_ACP_MASTER_KEY/,
  },
  'a variable that does not exist': {
    file: 'task-service/templates/_pod.tpl',
    from: '"SERVICE_ACP_PORT"',
    to: '"SERVICE_ACP_LISTEN"',
    seen: /SERVICE_ACP_LISTEN/,
  },
  'a selector that selects nothing': {
    file: 'task-service/templates/api.yaml',
    from: 'include "task-service.selector" (dict "context" . "component" "api")',
    to: 'include "task-service.selector" (dict "context" . "component" "web")',
    seen: /Service tasks: selects no pod/,
  },
  'a port that no pod has': {
    file: 'task-service/templates/metrics.yaml',
    from: 'targetPort: metrics',
    to: 'targetPort: prometheus',
    seen: /no pod has the port prometheus/,
  },
  'a pod without a network policy': {
    file: 'task-service/templates/network-policies.yaml',
    from: 'list "api" "worker"',
    to: 'list "api"',
    seen: /worker: no network policy/,
  },
  'a wrong probe': {
    file: 'task-service/templates/_deployment.tpl',
    from: 'httpGet: { path: /healthz, port: http }',
    to: 'httpGet: { path: /health, port: http }',
    seen: /asked for \/health /,
  },
  'a rollout with a gap': {
    file: 'task-service/templates/_deployment.tpl',
    from: 'maxUnavailable: 0',
    to: 'maxUnavailable: 1',
    seen: /removes pods before new ones are ready/,
  },
  'a rollback without its migration': {
    file: 'task-service/templates/migrate.yaml',
    from: 'pre-upgrade,pre-rollback',
    to: 'pre-upgrade',
    seen: /Job tasks-migrate: is not a pre-rollback hook/,
  },
  'a grace period that is too short': {
    file: 'task-service/templates/_deployment.tpl',
    from: 'terminationGracePeriodSeconds: 15',
    to: 'terminationGracePeriodSeconds: 5',
    seen: /killed after 5 s/,
  },
}

/** The control ships these four. */
export const CONTROL: readonly string[] = [
  'a misspelled field',
  'a wrong type',
  'a container without a security context',
  'a secret in a ConfigMap',
]
