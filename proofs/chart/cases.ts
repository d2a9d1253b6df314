// What the charts are rendered with: their defaults, everything on and off, other secrets, an operator, and two cells.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runHelm } from '../../tests/harness/kubernetes/helm.ts'
import { type KubernetesObject, readObjects } from '../../tests/harness/kubernetes/manifests.ts'

export type Chart = 'task-service' | 'task-edge'

type Case = {
  chart: Chart
  release: string
  /** Under deploy/helm. */
  values: readonly string[]
}

export const CASES: Readonly<Record<string, Case>> = {
  default: { chart: 'task-service', release: 'tasks', values: [] },
  everything: {
    chart: 'task-service',
    release: 'tasks',
    values: ['task-service/ci/everything-values.yaml'],
  },
  'external secrets': {
    chart: 'task-service',
    release: 'tasks',
    values: ['task-service/ci/external-secrets-values.yaml'],
  },
  minimal: {
    chart: 'task-service',
    release: 'tasks',
    values: ['task-service/ci/minimal-values.yaml'],
  },
  operator: {
    chart: 'task-service',
    release: 'tasks',
    values: ['task-service/ci/operator-values.yaml'],
  },
  'cell eu-1': {
    chart: 'task-service',
    release: 'eu-1',
    values: ['examples/two-cells/eu-1.yaml'],
  },
  'cell eu-2': {
    chart: 'task-service',
    release: 'eu-2',
    values: ['examples/two-cells/eu-2.yaml'],
  },
  connector: {
    chart: 'task-edge',
    release: 'edge',
    values: ['task-edge/ci/default-values.yaml'],
  },
  'connector with everything': {
    chart: 'task-edge',
    release: 'edge',
    values: ['task-edge/ci/everything-values.yaml'],
  },
}

export type Rendered = { name: string; text: string; file: string; objects: KubernetesObject[] }

/** `charts` is the folder of the charts, a copy with faults for the control. */
export function renderCase(charts: string, name: string, folder: string): Rendered {
  const { chart, release, values } = CASES[name] ?? { chart: name, release: name, values: [] }
  const files = values.map((file) => `--values=${join(charts, file)}`)
  const { ok, output, errors } = runHelm('template', release, join(charts, chart), ...files)
  if (!ok) throw new Error(`${name} cannot be rendered: ${errors}`)
  const file = join(folder, `${name.replaceAll(' ', '-')}.yaml`)
  writeFileSync(file, output)
  return { name, text: output, file, objects: readObjects(output) }
}

/** What `helm lint --strict` says about each chart with each of its values files. */
export function findLintFaults(charts: string): string[] {
  return Object.entries(CASES).flatMap(([name, { chart, values }]) => {
    const files = values.map((file) => `--values=${join(charts, file)}`)
    const { ok, output, errors } = runHelm('lint', '--strict', join(charts, chart), ...files)
    return ok ? [] : [`${name}: ${output}${errors}`]
  })
}
