// What is shipped for monitoring fits together: alerts, runbook pages, dashboards and example configurations.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { parse } from 'yaml'
import { causeAlerts, inhibitions } from '../../tools/monitoring/alerts.ts'
import { dashboards, expressionsOf } from '../../tools/monitoring/dashboards.ts'
import { objectives } from '../../tools/monitoring/objectives.ts'
import { alertNames, ruleGroups, runbookOf } from '../../tools/monitoring/rules.ts'
import { createDatabase } from '../harness/database.ts'
import { checkExpressions } from '../harness/monitoring/promtool.ts'

const root = join(import.meta.dirname, '../..')
const RUNBOOKS = join(root, 'docs/runbooks')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const pages = readdirSync(RUNBOOKS)
  .filter((file) => file !== 'README.md')
  .toSorted()
const pageText = (file: string) => readFileSync(join(RUNBOOKS, file), 'utf8')

test('every alert has a runbook page and every page an alert; the alert links to it', () => {
  assert.deepEqual(pages, alertNames.map((alert) => `${runbookOf(alert)}.md`).toSorted())
  const index = pageText('README.md')
  for (const alert of alertNames) {
    const file = `${runbookOf(alert)}.md`
    assert.match(pageText(file), new RegExp(`^# ${alert}\n`))
    assert.ok(index.includes(`[${alert}](${file})`), `${alert} is not in the index`)
  }
  const rules = ruleGroups().flatMap((group) => group.rules)
  for (const rule of rules) {
    if (!('alert' in rule)) continue
    const { summary, description, runbook_url: url } = rule.annotations
    assert.ok(summary && description && url.endsWith(`/${runbookOf(rule.alert)}.md`), rule.alert)
  }
})

test('every runbook has the same sections', () => {
  const sections = [
    'Meaning',
    'Impact',
    'First checks',
    'Causes and fixes',
    'When it is over',
    'Escalate',
  ]
  for (const file of pages) {
    const found = [...pageText(file).matchAll(/^## (.+)$/gm)].map(([, title]) => title)
    assert.deepEqual(found, sections, file)
  }
})

const statementsOf = (text: string) =>
  [...text.matchAll(/^```sql\n(.*?)^```/gms)].map(([, statement = '']) => statement)

test('the SQL of every runbook runs as the owner of the database; control: a wrong column does not', async () => {
  const database = await createDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    let count = 0
    for (const file of pages) {
      for (const statement of statementsOf(pageText(file))) {
        await client.query(statement).catch((error: Error) => assert.fail(`${file}: ${error}`))
        count += 1
      }
    }
    assert.ok(count >= 12, `${count} statements`)
    await assert.rejects(client.query('select due from maintenance_lease'))
  } finally {
    await client.end()
    await database.drop()
  }
})

test('every expression of the dashboards parses; control: a broken one does not', () => {
  const expressions = Object.values(dashboards)
    .flatMap(expressionsOf)
    .map((expr) => expr.replaceAll('$__rate_interval', '5m'))
  const { isPassed, output } = checkExpressions(expressions)
  assert.ok(isPassed, output)
  assert.ok(!checkExpressions(['sum(rate(x[5m])']).isPassed)
})

test('example configurations name files and alerts that exist', () => {
  for (const { cause, symptoms } of inhibitions)
    for (const alert of [cause, ...symptoms]) assert.ok(alertNames.includes(alert), alert)
  const { rule_files: files } = parse(read('deploy/monitoring/prometheus.yaml')) as {
    rule_files: string[]
  }
  for (const file of files) assert.ok(existsSync(join(root, 'deploy/monitoring', file)), file)
  const compose = read('deploy/compose.monitoring.yaml')
  const mounted = [...compose.matchAll(/- \.\/([\w./-]+):/g)].map(([, path = '']) => path)
  assert.ok(mounted.length >= 4)
  const images = compose.match(/(?<=image: )\S+/g) ?? []
  assert.deepEqual(
    images.filter((image) => !/:v?\d+\.\d+\.\d+$/.test(image)),
    [],
    'images without a version',
  )
  for (const path of mounted) assert.ok(existsSync(join(root, 'deploy', path)), path)
})

/** Metrics that an expression names. */
const metricsOf = (expr: string): string[] => [
  ...new Set(
    (expr.match(/\b(?:task_service|http_server)[a-z0-9_:]*/g) ?? []).map((name) =>
      name.replace(/_(bucket|count|sum)$/, ''),
    ),
  ),
]

test('a dashboard shows what each alert is about; control: a metric without a panel is found', () => {
  const shown = new Set(Object.values(dashboards).flatMap(expressionsOf).flatMap(metricsOf))
  const missing = (exprs: readonly string[]) =>
    exprs.flatMap(metricsOf).filter((name) => !shown.has(name))
  const conditions = causeAlerts.map(({ expr, threshold }) => expr(threshold ?? 0, '5m'))
  assert.deepEqual(missing(conditions), [])
  assert.deepEqual(missing(['task_service_no_such_metric > 1']), ['task_service_no_such_metric'])
  const budgets = expressionsOf(dashboards['overview'] ?? assert.fail()).join('\n')
  for (const { slo } of objectives) assert.ok(budgets.includes(`slo="${slo}"`), slo)
})
