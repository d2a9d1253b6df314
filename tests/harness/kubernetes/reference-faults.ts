// Objects that name each other: selectors, ports and targets, and network policies that leave no pod out.
import {
  findPods,
  type Json,
  type KubernetesObject,
  list,
  object,
  type Pod,
  placeOf,
  selects,
} from './manifests.ts'
import { without } from './pod-faults.ts'

type Scene = { objects: readonly KubernetesObject[]; pods: readonly Pod[] }

export function findReferenceFaults(objects: readonly KubernetesObject[]): string[] {
  const scene = { objects, pods: findPods(objects) }
  return [
    ...objects.flatMap((one) =>
      (CHECKS[one.kind]?.(object(one.document['spec']), scene, one) ?? []).map(
        (fault) => `${placeOf(one)}: ${fault}`,
      ),
    ),
    ...twice(objects).map((place) => `${place}: exists twice`),
  ]
}

type Check = (spec: Json, scene: Scene, own: KubernetesObject) => string[]

const matchLabels = (value: unknown) => object(value)['matchLabels']
const podsOf = (selector: unknown, { pods }: Scene) =>
  pods.filter(({ labels }) => selects(selector, labels))

const controller: Check = (spec) => {
  const labels = object(object(object(spec['template'])['metadata'])['labels'])
  return without([
    [
      selects(matchLabels(spec['selector']), labels as Record<string, string>), // labels are texts
      'its selector does not select its pods',
    ],
  ])
}

const CHECKS: Readonly<Record<string, Check>> = {
  Deployment: controller,
  StatefulSet: controller,
  Service: (spec, scene) => {
    const selected = podsOf(spec['selector'], scene)
    const targets = list(spec['ports']).map(({ targetPort }) => targetPort)
    return [
      ...without([[selected.length > 0, 'selects no pod']]),
      ...targets
        .filter(
          (port) => selected.length > 0 && !selected.some((pod) => portsOf(pod).includes(port)),
        )
        .map((port) => `no pod has the port ${String(port)}`),
    ]
  },
  PodDisruptionBudget: (spec, scene) =>
    without([[podsOf(matchLabels(spec['selector']), scene).length > 0, 'selects no pod']]),
  NetworkPolicy: (spec, scene) => {
    const selected = podsOf(matchLabels(spec['podSelector']), scene)
    const named = list(spec['ingress'])
      .flatMap(({ ports }) => list(ports))
      .map(({ port }) => port)
      .filter((port) => typeof port === 'string')
    const missing = named.filter((port) => !selected.some((pod) => portsOf(pod).includes(port)))
    return [
      ...without([
        [selected.length > 0, 'selects no pod'],
        [JSON.stringify(spec['policyTypes']) === '["Ingress","Egress"]', 'is not for both ways'],
      ]),
      ...missing.map((port) => `no pod has the port ${port}`),
    ]
  },
  HorizontalPodAutoscaler: (spec, { objects }) => {
    const { kind, name } = object(spec['scaleTargetRef'])
    const target = objects.find((one) => one.kind === kind && one.metadata.name === name)
    return without([
      [target !== undefined, `there is no ${String(kind)} ${String(name)}`],
      [
        object(target?.document['spec'])['replicas'] === undefined,
        'each upgrade resets the replicas of its target',
      ],
    ])
  },
  ServiceMonitor: (spec, { objects }) => {
    const services = objects.filter(
      ({ kind, metadata }) =>
        kind === 'Service' && selects(matchLabels(spec['selector']), metadata.labels),
    )
    const ports = services.flatMap(({ document }) => list(object(document['spec'])['ports']))
    return list(spec['endpoints'])
      .filter(({ port }) => !ports.some(({ name }) => name === port))
      .map(({ port }) => `no service has the port ${String(port)}`)
  },
  Ingress: (spec, { objects }) =>
    list(spec['rules'])
      .flatMap(({ http }) => list(object(http)['paths']))
      .map(({ backend }) => object(object(backend)['service']))
      .filter(({ name, port }) => {
        const service = objects.find((one) => one.kind === 'Service' && one.metadata.name === name)
        const ports = list(object(service?.document['spec'])['ports'])
        return !ports.some((one) => one['name'] === object(port)['name'])
      })
      .map(({ name }) => `there is no service ${String(name)} with this port`),
}

/** Pods that no policy selects can be reached by everyone. */
export function findOpenPods(objects: readonly KubernetesObject[]): string[] {
  const policies = objects.filter(({ kind }) => kind === 'NetworkPolicy')
  return findPods(objects)
    .filter(
      ({ labels }) =>
        !policies.some(({ document }) =>
          selects(matchLabels(object(document['spec'])['podSelector']), labels),
        ),
    )
    .map(({ owner }) => `${placeOf(owner)}: no network policy selects its pods`)
}

function portsOf({ containers }: Pod): unknown[] {
  return containers.flatMap(({ ports }) => list(ports).map(({ name }) => name))
}

function twice(objects: readonly KubernetesObject[]): string[] {
  const places = objects.map(placeOf)
  return places.filter((place, index) => places.indexOf(place) !== index)
}
