// Verifies the Helm charts: what they render is accepted by several versions of Kubernetes, confined and complete, and mistakes in
// values or templates are found.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readManifest } from '../../tests/deploy/workload.ts'
import { findFaults } from '../../tests/deploy/workload-faults.ts'
import { findSchemaFaults, runHelm } from '../../tests/harness/kubernetes/helm.ts'
import { findHookFaults } from '../../tests/harness/kubernetes/hook-faults.ts'
import { findPodFaults } from '../../tests/harness/kubernetes/pod-faults.ts'
import {
  findOpenPods,
  findReferenceFaults,
} from '../../tests/harness/kubernetes/reference-faults.ts'
import { findSecretFaults } from '../../tests/harness/kubernetes/secret-faults.ts'
import { atLeast, equals, none } from '../../tools/programs/criteria.ts'
import type { Proof, ProofOptions, Verdict } from '../../tools/programs/proof.ts'
import { CASES, findLintFaults, type Rendered, renderCase } from './cases.ts'
import { CONTROL, PLANTS, type Plant, WRONG_VALUES } from './planted.ts'

const root = join(import.meta.dirname, '../..')
const CHARTS = join(root, 'deploy/helm')
const TWO_CELLS = join(CHARTS, 'examples/two-cells/ingress.yaml')
const VERSIONS = ['1.30', '1.33', '1.36']
const ALL_VERSIONS = ['1.30', '1.31', '1.32', '1.33', '1.34', '1.35', '1.36', '1.37']
const { version } = JSON.parse(readFileSync(join(root, 'server/package.json'), 'utf8')) as {
  version: string
} // our own file

export const proof: Proof = {
  tier: 'release',
  tierReason:
    'builds Helm, which takes minutes of CPU the first time; tests/deploy/charts.test.ts compares the charts with the program on every change',
  budgetSeconds: 120,
  fullSizeForRelease: true,
  covers: ['deploy/helm', 'server/src/config', 'tools/helm'],
  report: 'kubernetes',
  claim:
    'the Helm charts, rendered with their defaults, everything on and off, other secrets, an operator and two cells, pass `helm lint --strict` and the strict schemas of Kubernetes 1.30 to 1.37; every pod is confined, probed and covered by a network policy, every selector and port matches, no secret is in a ConfigMap or a variable, the program accepts its configuration, and wrong values are rejected',
  hasControl: true,
  async prove(options): Promise<Verdict> {
    const folder = mkdtempSync(join(tmpdir(), 'chart-'))
    try {
      const planted = options.control ? CONTROL.flatMap((name) => PLANTS[name] ?? []) : []
      return check(copyCharts(folder, 'checked', planted), folder, options)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

function check(charts: string, folder: string, { full, log }: ProofOptions): Verdict {
  const lint = findLintFaults(charts)
  const rendered = Object.keys(CASES).map((name) => renderCase(charts, name, folder))
  const objects = rendered.flatMap((one) => one.objects)
  const versions = full ? ALL_VERSIONS : VERSIONS
  const files = [...rendered.map(({ file }) => file), TWO_CELLS]
  const schema = versions.flatMap((one) => findSchemaFaults(one, files))
  const policy = rendered.flatMap(policyFaultsOf)
  const workloads = rendered.flatMap(workloadFaultsOf)
  for (const fault of [...lint, ...schema, ...policy, ...workloads].slice(0, 30)) log(fault)
  const accepted = WRONG_VALUES.filter((wrong) => !isRejected(charts, wrong))
  for (const { chart, set } of accepted) log(`${chart} accepts ${set}`)
  const missed = Object.keys(PLANTS).filter((name) => !isSeen(name, folder))
  for (const name of missed) log(`not seen: ${name}`)
  const figures = [
    `${rendered.length} sets of values`,
    `${objects.length} objects of ${new Set(objects.map(({ kind }) => kind)).size} kinds`,
    `${versions.length} versions of Kubernetes: ${schema.length} schema faults`,
    `${lint.length} lint faults, ${policy.length} policy faults, ${workloads.length} faults of the program`,
    `${WRONG_VALUES.length - accepted.length} of ${WRONG_VALUES.length} wrong values rejected`,
    `${Object.keys(PLANTS).length - missed.length} of ${Object.keys(PLANTS).length} faults in templates seen`,
  ]
  const criteria = [
    none('lint faults', lint.length),
    none('objects that a version of Kubernetes does not accept', schema.length),
    none('policy faults', policy.length),
    none('configurations that the program does not accept', workloads.length),
    none('wrong values that the schemas accept', accepted.length),
    none('faults in templates that are not seen', missed.length),
    atLeast('objects', objects.length, 75),
    equals('secrets in the manifests', objects.filter(({ kind }) => kind === 'Secret').length, 0),
  ]
  return { figures: figures.join(', '), criteria }
}

/** Without network policies, pods are open on purpose. */
const OPEN = 'minimal'

function policyFaultsOf({ name, objects }: Rendered): string[] {
  return [
    ...findPodFaults(objects),
    ...findReferenceFaults(objects),
    ...findSecretFaults(objects),
    ...findHookFaults(objects),
    ...(name === OPEN ? [] : findOpenPods(objects)),
  ].map((fault) => `${name}: ${fault}`)
}

/** The program itself reads the configuration of each container; the connector has settings of its own. */
function workloadFaultsOf({ name, text }: Rendered): string[] {
  if (CASES[name]?.chart === 'task-edge') return []
  return readManifest(name, text)
    .flatMap((workload) => findFaults(workload, version))
    .filter((fault) => !/@sha256:\S+ is not task-service/.test(fault))
}

function isRejected(charts: string, { chart, set, seen }: (typeof WRONG_VALUES)[number]): boolean {
  const files = chart === 'task-edge' ? [join(charts, 'task-edge/ci/default-values.yaml')] : []
  const { ok, errors } = runHelm(
    'template',
    'tasks',
    join(charts, chart),
    ...files.map((file) => `--values=${file}`),
    `--set-json=${set}`,
  )
  return !ok && seen.test(errors)
}

/** By any of the checks, in a chart with this fault alone. */
function isSeen(name: string, folder: string): boolean {
  const plant = PLANTS[name]
  if (!plant) return false
  const charts = copyCharts(folder, 'planted', [plant])
  const chart = plant.file.startsWith('task-edge') ? 'connector' : 'default'
  const rendered = renderCase(charts, chart, folder)
  const isIn = (faults: readonly string[]) => faults.some((fault) => plant.seen.test(fault))
  const isFound =
    isIn(policyFaultsOf(rendered)) ||
    isIn(workloadFaultsOf(rendered)) ||
    isIn(findSchemaFaults('1.36', [rendered.file]))
  rmSync(charts, { recursive: true })
  return isFound
}

function copyCharts(folder: string, name: string, plants: readonly Plant[]): string {
  const charts = join(folder, name)
  cpSync(CHARTS, charts, { recursive: true })
  for (const { file, from, to } of plants) {
    const text = readFileSync(join(charts, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`)
    writeFileSync(join(charts, file), text.replaceAll(from, to))
  }
  return charts
}
