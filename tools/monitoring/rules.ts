// Recording and alerting rules of Prometheus, as data.
import { type CauseAlert, causeAlerts, type Severity } from './alerts.ts'
import { burns, MIN_BAD, type Objective, objectives, type Window, windows } from './objectives.ts'

export type RecordingRule = { record: string; expr: string; labels: { slo: string } }

export type AlertingRule = {
  alert: string
  expr: string
  for?: string
  labels: { severity: Severity; slo?: string }
  annotations: { summary: string; description: string; runbook_url: string }
}

export type RuleGroup = { name: string; rules: (RecordingRule | AlertingRule)[] }

/** How a test shortens the rules, to cause each alert in seconds. */
export type Scale = {
  window: (window: Window) => string
  /** For `for`, in seconds. */
  duration: (seconds: number) => string
  threshold: (alert: string, threshold: number) => number
}

export const unscaled: Scale = {
  window: (window) => window,
  duration: (seconds) => (seconds % 60 === 0 ? `${seconds / 60}m` : `${seconds}s`),
  threshold: (_alert, threshold) => threshold,
}

/** All names of alerts; each has a runbook page. */
export const alertNames: readonly string[] = [...objectives, ...causeAlerts].map(
  ({ alert }) => alert,
)

/** `docs/runbooks/<page>.md`: `TaskServiceNoWorker` is described in `no-worker`. */
export function runbookOf(alert: string): string {
  return alert
    .replace(/^TaskService/, '')
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase()
}

export const ratioOf = (slo: string, window: Window) =>
  `task_service:slo_errors:ratio_rate${window}{slo="${slo}"}`

const increaseOf = (slo: string, window: Window) =>
  `task_service:slo_errors:increase${window}{slo="${slo}"}`

export function ruleGroups(scale: Scale = unscaled): RuleGroup[] {
  return [
    ...objectives.map((objective) => ({
      name: `task-service-slo-${objective.slo}`,
      rules: recordingRules(objective, scale),
    })),
    {
      name: 'task-service-slo-alerts',
      rules: objectives.flatMap((objective) => [
        burnAlert(objective, 'page'),
        burnAlert(objective, 'ticket'),
      ]),
    },
    { name: 'task-service-alerts', rules: causeAlerts.map((alert) => causeRule(alert, scale)) },
  ]
}

/** Bad events, as an expression with `rate` or `increase` over a range. */
function badEvents({ within, total, part, alert }: Objective, scale: Scale) {
  return (change: 'rate' | 'increase', range: string): string => {
    if (within === null) return `sum(${change}(${part('')}[${range}]))`
    const good = part(bucketOf(scale.threshold(alert, within)))
    return `(sum(${change}(${total}[${range}])) - sum(${change}(${good}[${range}])))`
  }
}

/** Prometheus 3 stores the boundary 10 as `10.0`, Prometheus 2 as `10`. */
function bucketOf(seconds: number): string {
  return Number.isInteger(seconds) ? `${seconds}|${seconds}.0` : String(seconds)
}

function recordingRules(objective: Objective, scale: Scale): RecordingRule[] {
  const { slo, total } = objective
  const bad = badEvents(objective, scale)
  const ratios = windows.map((window) => {
    const range = scale.window(window)
    return {
      record: `task_service:slo_errors:ratio_rate${window}`,
      expr: `${bad('rate', range)} / sum(rate(${total}[${range}]))`,
      labels: { slo },
    }
  })
  const counts = burns.map(({ long }) => ({
    record: `task_service:slo_errors:increase${long}`,
    expr: bad('increase', scale.window(long)),
    labels: { slo },
  }))
  return [...ratios, ...counts]
}

function burnAlert({ slo, alert, target, title, symptom }: Objective, severity: Severity) {
  const budget = Number((1 - target).toFixed(6))
  const conditions = burns
    .filter((burn) => burn.severity === severity)
    .map(
      ({ factor, long, short }) =>
        `(${ratioOf(slo, long)} > ${factor} * ${budget} and ${ratioOf(slo, short)} > ${factor} * ${budget} and ${increaseOf(slo, long)} >= ${MIN_BAD})`,
    )
  return {
    alert,
    expr: conditions.join(' or '),
    labels: { severity, slo },
    annotations: {
      summary: symptom,
      description: `{{ $value | humanizePercentage }} of events miss the objective “${Number((target * 100).toFixed(3))} % of ${title}”.`,
      runbook_url: runbookUrl(alert),
    },
  } satisfies AlertingRule
}

function causeRule(row: CauseAlert, scale: Scale): AlertingRule {
  const { alert, severity, threshold, summary, description } = row
  const limit = threshold === null ? 0 : scale.threshold(alert, threshold)
  return {
    alert,
    expr: row.expr(limit, scale.window('5m')),
    for: scale.duration(row.forSeconds),
    labels: { severity },
    annotations: { summary, description, runbook_url: runbookUrl(alert) },
  }
}

/** The external label `runbooks` is the URL of the folder, where the operator publishes it. */
function runbookUrl(alert: string): string {
  const folder = '{{ with $externalLabels.runbooks }}{{ . }}{{ else }}docs/runbooks{{ end }}'
  return `${folder}/${runbookOf(alert)}.md`
}

/** For controls: no alert ever fires. */
export function disableAlerts(groups: readonly RuleGroup[]): RuleGroup[] {
  return groups.map(({ name, rules }) => ({
    name,
    rules: rules.map((rule) =>
      'alert' in rule ? { ...rule, expr: `(${rule.expr}) unless on () vector(1)` } : rule,
    ),
  }))
}
