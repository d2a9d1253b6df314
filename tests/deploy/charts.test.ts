// The charts agree with the program, the release and the guide, as far as that can be seen without Helm.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { parse } from 'yaml'
import { isVariableName, variables } from '../../server/src/config/schema.ts'
import { IMAGES } from '../../tools/release/artifacts.ts'
import { findVersions } from '../../tools/release/versions.ts'
import { readBlocks } from '../harness/documents/code-blocks.ts'
import { findValueFaults } from '../harness/kubernetes/chart-values.ts'
import { type Json, object, readObjects } from '../harness/kubernetes/manifests.ts'
import { findPodFaults } from '../harness/kubernetes/pod-faults.ts'
import { findOpenPods, findReferenceFaults } from '../harness/kubernetes/reference-faults.ts'
import { findSecretFaults } from '../harness/kubernetes/secret-faults.ts'
import { guideBlock } from '../harness/network/cell-proxy.ts'
import { findUnknownNames } from './name-faults.ts'

const root = join(import.meta.dirname, '../..')
const HELM = join(root, 'deploy/helm')
const CHARTS = { 'task-service': 'server', 'task-edge': 'edge' }
const TWO_CELLS = 'examples/two-cells'

const read = (file: string) => readFileSync(join(HELM, file), 'utf8')
const readYaml = (file: string) => parse(read(file), { version: '1.1' }) as Json // compared below
const readSchema = (chart: string) => JSON.parse(read(`${chart}/values.schema.json`)) as Json // our own file

describe('charts', () => {
  for (const [chart, workspace] of Object.entries(CHARTS)) {
    test(`${chart} has the version of its program, and the release sees both versions`, () => {
      const { version } = JSON.parse(readFileSync(join(root, workspace, 'package.json'), 'utf8'))
      const facts = readYaml(`${chart}/Chart.yaml`)
      assert.equal(facts['name'], chart)
      assert.deepEqual([facts['version'], facts['appVersion']], [version, version])
      const file = `deploy/helm/${chart}/Chart.yaml`
      assert.equal(findVersions(root).filter((found) => found.file === file).length, 2)
    })

    test(`${chart} starts an image that a release publishes`, () => {
      const { repository, tag } = object(readYaml(`${chart}/values.yaml`)['image'])
      const dockerfile = workspace === 'server' ? 'Dockerfile' : `${workspace}/Dockerfile`
      const published = IMAGES.find((image) => image.dockerfile === dockerfile)
      assert.equal(repository, published?.name)
      assert.equal(tag, '')
    })

    test(`${chart}: values and schema have the same names, in all files`, () => {
      const schema = readSchema(chart)
      assert.deepEqual(findValueFaults(readYaml(`${chart}/values.yaml`), schema), [])
      const files = globSync(`${chart}/ci/*-values.yaml`, { cwd: HELM })
      if (chart === 'task-service') files.push(...globSync(`${TWO_CELLS}/eu-*.yaml`, { cwd: HELM }))
      assert.ok(files.length >= 2)
      for (const file of files) {
        assert.deepEqual(findValueFaults(readYaml(file), schema, { isPartial: true }), [], file)
      }
    })
  }

  test('control: a misspelled value, a missing one and an open object are seen', () => {
    const schema = readSchema('task-service')
    const values = readYaml('task-service/values.yaml')
    const { api, ...rest } = values
    const misspelled = { ...rest, api: { ...object(api), replica: 2 } }
    assert.deepEqual(findValueFaults(misspelled, schema), ['api.replica: not in the schema'])
    assert.deepEqual(findValueFaults(rest, schema), ['api: not in values.yaml'])
    const config = { config: { SERVICE_ACP_API_KEY: 'x', SERVICE_ACP_PORT: 1 } }
    assert.equal(findValueFaults(config, schema, { isPartial: true }).length, 2)
    const open = { ...schema, additionalProperties: true }
    assert.deepEqual(findValueFaults(values, open), [': accepts unknown values'])
  })

  test('templates name variables that exist, and as secrets only secret ones', () => {
    const templates = globSync('*/templates/*', { cwd: HELM })
    assert.ok(templates.length > 15)
    for (const file of templates) assert.deepEqual(findUnknownNames(read(file)), [], file)
    const secrets = [...read('task-service/templates/_pod.tpl').matchAll(/\(list (".*?")\)/g)]
      .flatMap(([, names = '']) => names.match(/\w+/g) ?? [])
      .filter((name) => !isVariableName(name) || !variables[name].secret)
    assert.deepEqual(secrets, [])
  })

  test('the migration and its network policy run before an installation, an upgrade and a rollback', () => {
    for (const file of ['migrate', 'network-policies']) {
      const template = read(`task-service/templates/${file}.yaml`)
      const [, hooks] = /helm\.sh\/hook: (\S+)/.exec(template) ?? []
      assert.equal(hooks, 'pre-install,pre-upgrade,pre-rollback', file)
    }
  })

  test('autoscaling asks for a metric that the program has', () => {
    const { inFlightRequests } = object(readYaml('task-service/values.yaml')['autoscaling'])
    const { metric } = object(inFlightRequests)
    const source = readFileSync(join(root, 'server/src/app/api.ts'), 'utf8')
    const exported = [...source.matchAll(/observeGauge\('([\w.]+)'/g)].map(([, name = '']) => name)
    assert.ok(exported.map((name) => name.replaceAll('.', '_')).includes(String(metric)))
  })

  test('the schema knows every secret variable as a secret, and no secret as a setting', () => {
    const { properties, definitions } = readSchema('task-service')
    const settings = Object.keys(object(object(object(definitions)['config'])['properties']))
    const secrets = Object.keys(object(object(object(properties)['secrets'])['properties']))
    const known = Object.entries(variables)
    assert.deepEqual(
      secrets.toSorted(),
      known
        .filter(([, { secret }]) => secret)
        .map(([name]) => name)
        .toSorted(),
    )
    assert.deepEqual(
      [...settings, 'SERVICE_ACP_PORT', 'SERVICE_ACP_METRICS_PORT'].toSorted(),
      known
        .filter(([, { secret }]) => !secret)
        .map(([name]) => name)
        .toSorted(),
    )
  })
})

describe('what the documents say about the charts', () => {
  const pages = ['docs/guide/kubernetes.md', ...globSync('deploy/helm/*/README.md', { cwd: root })]
  const blocks = pages.flatMap((page) => readBlocks(page, readFileSync(join(root, page), 'utf8')))

  test('commands set values that exist, and install folders and files that exist', () => {
    let count = 0
    for (const { page, code } of blocks) {
      for (const [command] of code
        .replaceAll('\\\n', ' ')
        .matchAll(/^helm (install|upgrade) .*$/gm)) {
        count += 1
        const chart = /deploy\/helm\/([a-z-]+)/.exec(command)?.[1] ?? assert.fail(command)
        assert.ok(existsSync(join(HELM, chart, 'Chart.yaml')), command)
        const faults = findSettings(command).flatMap((path) =>
          findValueFaults(nest(path), readSchema(chart), { isPartial: true }),
        )
        assert.deepEqual(faults, [], `${page}: ${command}`)
        for (const [, file = ''] of command.matchAll(/--values (\S+)/g))
          assert.ok(existsSync(join(root, file)), file)
      }
    }
    assert.ok(count >= 7, `${count} commands`)
  })

  test('values in the guide have the names of the schema', () => {
    const values = blocks.filter(
      ({ page, language }) => page.endsWith('kubernetes.md') && language === 'yaml',
    )
    const ours = values.map(({ code }) => parse(code) as Json).filter((one) => !('rules' in one))
    assert.ok(ours.length >= 3)
    for (const one of ours)
      assert.deepEqual(findValueFaults(one, readSchema('task-service'), { isPartial: true }), [])
  })

  test('the Secret of the guide has the keys of the values', () => {
    const guide = blocks.find(({ code }) => code.startsWith('umask'))?.code ?? assert.fail()
    const keys = Object.values(object(readYaml('task-service/values.yaml')['secrets'])).map(
      (source) => object(source)['key'],
    )
    assert.deepEqual(guide.match(/(?<=--from-file=)[\w-]+/g), keys)
  })

  test('the notes compute the connections of the guide, from the pools of the program', () => {
    const guide = readFileSync(join(root, 'docs/guide/kubernetes.md'), 'utf8')
    assert.ok(
      guide.includes(
        '(API processes + 1) × (pool + 6) + (workers + 1) × (pool + 6) + 1 for migrate',
      ),
    )
    const notes = read('task-service/templates/NOTES.txt')
    assert.match(notes, /add \(mul \(add \$api 1\) \(add \(int \$apiPool\) 6\)\)/)
    assert.match(notes, /mul \(add \.Values\.worker\.replicas 1\) \(add \(int \$workerPool\) 6\)/)
    const pool = variables.SERVICE_ACP_DB_POOL_SIZE.default
    assert.equal(notes.split(`default ${pool} -`).length - 1, 2)
  })

  test('control: a value that does not exist is seen', () => {
    const paths = findSettings(
      `helm install x y --set api.replica=2 --set 'ingress.hosts={a},worker.replicas=3'`,
    )
    assert.deepEqual(paths, ['api.replica', 'ingress.hosts', 'worker.replicas'])
    assert.equal(
      findValueFaults(nest('api.replica'), readSchema('task-service'), { isPartial: true }).length,
      1,
    )
  })
})

/** The names in --set and --set-file. */
function findSettings(command: string): string[] {
  return [...command.matchAll(/--set(?:-file)? '?([^\s']+)/g)].flatMap(([, settings = '']) =>
    settings.split(',').map((setting) => setting.split('=')[0] ?? ''),
  )
}

function nest(path: string): Json {
  return path.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), '') as Json // a path has a part
}

describe('the example with two cells', () => {
  const objects = readObjects(read(`${TWO_CELLS}/ingress.yaml`))

  test('its proxy is confined, and can be reached where it listens', () => {
    // The cells are another release.
    assert.deepEqual(findPodFaults(objects), [])
    assert.deepEqual(findReferenceFaults(objects), [])
    assert.deepEqual([...findOpenPods(objects), ...findSecretFaults(objects)], [])
  })

  test('control: without confinement, policy or selector, and with a secret, it has faults', () => {
    const text = read(`${TWO_CELLS}/ingress.yaml`)
    const plant = (from: RegExp, to: string) => {
      const planted = text.replace(from, to)
      assert.notEqual(planted, text)
      return readObjects(planted)
    }
    assert.match(findPodFaults(plant(/drop: \[ALL\]/, 'drop: []')).join(), /keeps capabilities/)
    assert.match(
      findReferenceFaults(plant(/targetPort: http/, 'targetPort: web')).join(),
      /port web/,
    )
    assert.equal(findOpenPods(objects.filter(({ kind }) => kind !== 'NetworkPolicy')).length, 1)
    const secret = plant(/mode http$/m, '# postgres://tasks:secret@db/tasks')
    assert.deepEqual(findSecretFaults(secret), [
      'ConfigMap task-service-ingress: a secret in haproxy.cfg',
    ])
  })

  test('HAProxy is configured as the guide says', () => {
    const { document } = objects.find(({ kind }) => kind === 'ConfigMap') ?? assert.fail()
    const config = String(object(document['data'])['haproxy.cfg'])
    const [own = ''] = config.split('\nfrontend health')
    const written = own.replaceAll('/etc/haproxy/cells/', '/etc/haproxy/').replace(':8080', ':80')
    assert.equal(written.trim(), guideBlock('haproxy').trim())
  })

  test('both cells have the same values, except for their name', () => {
    const [one, two] = ['eu-1', 'eu-2'].map((cell) => read(`${TWO_CELLS}/${cell}.yaml`))
    assert.equal(one?.replaceAll('eu-1', 'eu-2'), two)
  })
})
