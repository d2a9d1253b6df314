// What pods of ours must not lack: confinement, resources, probes, a fixed image and a rollout without a gap.
import { HEALTH_PATH, READY_PATH } from '../../../server/src/http/health.ts'
import {
  findPods,
  type Json,
  type KubernetesObject,
  list,
  object,
  type Pod,
  placeOf,
} from './manifests.ts'

export function findPodFaults(objects: readonly KubernetesObject[]): string[] {
  return findPods(objects).flatMap((pod) =>
    [...podFaults(pod), ...pod.containers.flatMap((one) => containerFaults(one, pod))].map(
      (fault) => `${placeOf(pod.owner)}: ${fault}`,
    ),
  )
}

function podFaults({ owner, spec }: Pod): string[] {
  const context = object(spec['securityContext'])
  const { rollingUpdate } = object(object(owner.document['spec'])['strategy'])
  const isOurs = owner.metadata.labels['app.kubernetes.io/name'] === 'task-service'
  return without([
    [spec['automountServiceAccountToken'] === false, 'mounts a token of its service account'],
    [context['runAsNonRoot'] === true, 'may run as root'],
    [object(context['seccompProfile'])['type'] === 'RuntimeDefault', 'has no seccomp profile'],
    [
      owner.kind !== 'Deployment' || object(rollingUpdate)['maxUnavailable'] === 0,
      'removes pods before new ones are ready',
    ],
    [
      owner.kind !== 'Deployment' || !isOurs || spec['terminationGracePeriodSeconds'] === 15,
      'has another grace period than 15 s',
    ],
    [
      owner.kind !== 'Deployment' || !isOurs || list(spec['topologySpreadConstraints']).length > 0,
      'is not spread over nodes',
    ],
  ])
}

function containerFaults(container: Json, { owner }: Pod): string[] {
  const context = object(container['securityContext'])
  const { requests, limits } = object(container['resources'])
  const faults = without([
    [context['readOnlyRootFilesystem'] === true, 'has a writable root file system'],
    [context['allowPrivilegeEscalation'] === false, 'may gain privileges'],
    [context['runAsNonRoot'] === true, 'may run as root'],
    [JSON.stringify(object(context['capabilities'])['drop']) === '["ALL"]', 'keeps capabilities'],
    [object(context['seccompProfile'])['type'] === 'RuntimeDefault', 'has no seccomp profile'],
    [Boolean(object(requests)['cpu']), 'requests no CPU'],
    [Boolean(object(requests)['memory']), 'requests no memory'],
    [Boolean(object(limits)['memory']), 'has no memory limit'],
    [isFixed(String(container['image'])), `has the image ${String(container['image'])}`],
  ])
  const probed = list(container['ports']).length > 0 ? probeFaults(container, owner) : []
  return [...faults, ...probed].map((fault) => `${String(container['name'])} ${fault}`)
}

/** A tag with a version, or a digest. */
function isFixed(image: string): boolean {
  return /@sha256:[0-9a-f]{64}$|:v?\d+\.\d+[\w.-]*$/.test(image)
}

/** A container without a port cannot be asked. */
function probeFaults(container: Json, owner: KubernetesObject): string[] {
  const isOurs = owner.metadata.labels['app.kubernetes.io/name'] === 'task-service'
  const paths = { startup: READY_PATH, readiness: READY_PATH, liveness: HEALTH_PATH }
  const ports = list(container['ports']).map(({ name }) => name)
  return Object.entries(paths).flatMap(([kind, path]) => {
    const { httpGet } = object(container[`${kind}Probe`])
    if (!httpGet) return kind === 'startup' && !isOurs ? [] : [`has no ${kind} probe`]
    const asked = object(httpGet)
    return without([
      [!isOurs || asked['path'] === path, `is asked for ${String(asked['path'])} (${kind})`],
      [ports.includes(asked['port']), `has no port ${String(asked['port'])} (${kind})`],
    ])
  })
}

/** The texts of conditions that do not hold. */
export function without(conditions: readonly (readonly [boolean, string])[]): string[] {
  return conditions.filter(([holds]) => !holds).map(([, fault]) => fault)
}
