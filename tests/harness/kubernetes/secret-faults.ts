// Secrets where everyone can read them: in a ConfigMap, in a variable of a pod, or in a Secret that the files contain.
import { isVariableName, variables } from '../../../server/src/config/schema.ts'
import { findPods, type KubernetesObject, list, object, placeOf } from './manifests.ts'

/** URLs with a password, keys of the API, tokens of connectors, and 32 bytes in Base64. */
const SECRETS: readonly RegExp[] = [
  /\b[a-z]+:\/\/[^\s:/@"']+:[^\s@"'/]+@/,
  /\b(?:tskey|cnt)_[0-9A-Za-z]{20,}/,
  /(?<![\w+/])[A-Za-z0-9+/]{43}=(?!=)/,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/,
]

export function findSecretFaults(objects: readonly KubernetesObject[]): string[] {
  return [
    ...objects
      .filter(({ kind }) => kind === 'Secret')
      .map((one) => `${placeOf(one)}: a secret in the files`),
    ...objects
      .filter(({ kind }) => kind === 'ConfigMap')
      .flatMap((one) =>
        Object.entries(object(one.document['data']))
          .filter(([key, value]) => isSecretName(key) || looksSecret(String(value)))
          .map(([key]) => `${placeOf(one)}: a secret in ${key}`),
      ),
    ...findPods(objects).flatMap(({ owner, containers }) =>
      containers
        .flatMap(({ env }) => list(env))
        .filter(({ value }) => value !== undefined)
        .filter(({ name, value }) => isSecretName(String(name)) || looksSecret(String(value)))
        .map(({ name }) => `${placeOf(owner)}: a secret in ${String(name)}`),
    ),
  ]
}

function isSecretName(name: string): boolean {
  return isVariableName(name) && variables[name].secret
}

function looksSecret(text: string): boolean {
  return SECRETS.some((pattern) => pattern.test(text))
}
