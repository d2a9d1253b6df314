// Hooks of Helm: what must exist before the pods of a release change must run for every change, of which a rollback is one.
import { type KubernetesObject, placeOf } from './manifests.ts'

const CHANGES = ['pre-install', 'pre-upgrade', 'pre-rollback']

export function findHookFaults(objects: readonly KubernetesObject[]): string[] {
  return objects.flatMap((one) => {
    const hooks = one.metadata.annotations['helm.sh/hook']?.split(',')
    if (!hooks) return []
    return CHANGES.filter((change) => !hooks.includes(change)).map(
      (change) => `${placeOf(one)}: is not a ${change} hook`,
    )
  })
}
