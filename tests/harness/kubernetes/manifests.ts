// Objects of Kubernetes as they are read from files, and the pods that they describe.
import { parseAllDocuments } from 'yaml'

export type Json = Record<string, unknown>

export type KubernetesObject = {
  apiVersion: string
  kind: string
  metadata: { name: string; labels: Record<string, string>; annotations: Record<string, string> }
  /** The whole object. */
  document: Json
}

/** What is missing in a file reads as empty. */
export const object = (value: unknown): Json => (value ?? {}) as Json // checked by the schema of Kubernetes
export const list = (value: unknown): Json[] => (value ?? []) as Json[] // the same for lists
export const textMap = (value: unknown) => (value ?? {}) as Record<string, string> // the same for labels

export function readObjects(text: string): KubernetesObject[] {
  // Kubernetes and Helm read YAML 1.1.
  return parseAllDocuments(text, { version: '1.1' })
    .map((document) => document.toJS() as Json | null) // an empty document is null
    .filter((document) => document !== null)
    .map((document) => {
      const { name, labels, annotations } = object(document['metadata'])
      return {
        apiVersion: String(document['apiVersion']),
        kind: String(document['kind']),
        metadata: {
          name: String(name),
          labels: textMap(labels),
          annotations: textMap(annotations),
        },
        document,
      }
    })
}

export const placeOf = ({ kind, metadata }: KubernetesObject): string => `${kind} ${metadata.name}`

export type Pod = {
  owner: KubernetesObject
  labels: Record<string, string>
  spec: Json
  /** With those that run before. */
  containers: Json[]
}

const PATHS: Readonly<Record<string, readonly string[]>> = {
  Deployment: ['spec', 'template'],
  StatefulSet: ['spec', 'template'],
  Job: ['spec', 'template'],
}

export function findPods(objects: readonly KubernetesObject[]): Pod[] {
  return objects.flatMap((owner) => {
    const path = PATHS[owner.kind]
    if (!path) return []
    const template = path.reduce((value: Json, key) => object(value[key]), owner.document)
    const spec = object(template['spec'])
    return {
      owner,
      labels: textMap(object(template['metadata'])['labels']),
      spec,
      containers: [...list(spec['initContainers']), ...list(spec['containers'])],
    }
  })
}

/** As a selector with `matchLabels` does. An empty one selects every pod. */
export function selects(selector: unknown, labels: Record<string, string>): boolean {
  return Object.entries(textMap(selector)).every(([key, value]) => labels[key] === value)
}
