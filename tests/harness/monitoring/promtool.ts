// The programs of Prometheus, and rules checked and evaluated by promtool.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { RuleGroup } from '../../../tools/monitoring/rules.ts'

const INSTALL = join(import.meta.dirname, '../../../tools/install-prometheus.sh')

/** The path of `prometheus` or `promtool`; downloads them if they are missing. */
export function findProgram(name: 'prometheus' | 'promtool'): string {
  return join(execFileSync(INSTALL, { encoding: 'utf8' }).trim(), name)
}

export type Check = { isPassed: boolean; output: string }

/** One test of `promtool test rules`. */
export type RuleTest = {
  name: string
  interval: string
  input_series: { series: string; values: string }[]
  promql_expr_test: {
    expr: string
    eval_time: string
    exp_samples: { labels: string; value: number }[]
  }[]
}

export function checkRules(groups: readonly RuleGroup[]): Check {
  return inFolder({ 'rules.yaml': { groups } }, ['check', 'rules', 'rules.yaml'])
}

export function testRules(groups: readonly RuleGroup[], tests: readonly RuleTest[]): Check {
  const suite = { rule_files: ['rules.yaml'], evaluation_interval: '5m', tests }
  return inFolder({ 'rules.yaml': { groups }, 'suite.yaml': suite }, [
    'test',
    'rules',
    'suite.yaml',
  ])
}

/** Every expression parses. */
export function checkExpressions(expressions: readonly string[]): Check {
  const rules = expressions.map((expr, index) => ({
    record: `checked:${index}`,
    expr,
    labels: { slo: '' },
  }))
  return checkRules([{ name: 'checked', rules }])
}

function inFolder(files: Readonly<Record<string, object>>, args: string[]): Check {
  const folder = mkdtempSync(join(tmpdir(), 'task-service-promtool-'))
  try {
    for (const [name, content] of Object.entries(files))
      writeFileSync(join(folder, name), stringify(content, { lineWidth: 0 }))
    const done = spawnSync(findProgram('promtool'), args, { cwd: folder, encoding: 'utf8' })
    return { isPassed: done.status === 0, output: done.stdout + done.stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}
