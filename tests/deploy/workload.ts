// One container of ours as a deployment describes it, whatever kind of file that is.
import { parse, parseAllDocuments } from 'yaml'

export type Probe = { kind: 'startup' | 'readiness' | 'liveness'; path: string }

export type Workload = {
  /** File and container, for messages. */
  place: string
  image: string
  /** Arguments of the program. */
  args: string[]
  env: Record<string, string>
  /** Where the platform sends requests, and whether it says so by PORT. */
  port: number | undefined
  injectsPort: boolean
  probes: Probe[]
  /** Files that are mounted from secrets. */
  secretFiles: string[]
  /** From SIGTERM to SIGKILL, where the file says so. */
  graceSeconds: number | undefined
}

type Json = Record<string, unknown>

const object = (value: unknown): Json => (value ?? {}) as Json // what is missing in the file reads as empty
const list = (value: unknown): Json[] => (value ?? []) as Json[] // the same for lists

/** Knative, Cloud Run and Kubernetes: one pod in each document, at a depth that depends on its kind. */
export function readManifest(file: string, text: string): Workload[] {
  return parseAllDocuments(text).flatMap((document) => {
    const root = object(document.toJS())
    const pod = findPod(object(root['spec']))
    // Only a service gets requests, on the port that PORT names.
    const injectsPort = root['kind'] === 'Service'
    return list(pod['containers']).map((container) => ({
      place: `${file} ${String(container['name'])}`,
      image: String(container['image']),
      args: list(container['args']).map(String),
      env: Object.fromEntries(
        list(container['env']).map(({ name, value }) => [String(name), String(value)]),
      ),
      port: portOf(container),
      injectsPort,
      probes: (['startup', 'readiness', 'liveness'] as const).flatMap((kind) => {
        const { path } = object(object(container[`${kind}Probe`])['httpGet'])
        return typeof path === 'string' ? [{ kind, path }] : []
      }),
      secretFiles: secretFiles(container, list(pod['volumes'])),
      graceSeconds: pod['terminationGracePeriodSeconds'] as number | undefined, // a number in every such file
    }))
  })
}

function findPod(spec: Json): Json {
  const isPod = 'containers' in spec || !('template' in spec)
  return isPod ? spec : findPod(object(object(spec['template'])['spec']))
}

function portOf(container: Json): number | undefined {
  const [port] = list(container['ports'])
  return port && Number(port['containerPort'])
}

/** Cloud Run names the files of a secret; in Kubernetes they are its keys, which stand in the note of each file. */
function secretFiles(container: Json, volumes: readonly Json[]): string[] {
  return list(container['volumeMounts']).flatMap(({ name, mountPath }) => {
    const volume = volumes.find((one) => one['name'] === name)
    if (!volume) return []
    const projected = list(object(volume['projected'])['sources']).map(({ secret }) => secret)
    const sources = volume['projected'] ? projected : [volume['secret']]
    const items = sources.flatMap((source) => list(object(source)['items']))
    const paths = items.map(({ path }) => String(path))
    const files = paths.length > 0 ? paths : volume['secret'] ? SECRET_KEYS : []
    return files.map((item) => `${String(mountPath)}/${item}`)
  })
}

export const SECRET_KEYS = ['database-url', 'api-key', 'master-key', 'ui-password']

/** `env` is what `.env` holds; what the files set themselves counts more. Containers of others are left out. */
export function readComposition(
  place: string,
  texts: readonly string[],
  env: Record<string, string>,
): Workload[] {
  return Object.entries(mergeServices(texts))
    .filter(([, service]) => String(service['image']).includes('task-service'))
    .filter(([, service]) => object(service['deploy'])['replicas'] !== 0)
    .map(([name, service]) => {
      const own = object(service['environment']) as Record<string, unknown>
      const set = Object.entries(own).map(([key, value]) => [key, interpolate(String(value), env)])
      const [published] = list(service['ports']).map(String)
      return {
        place: `${place} ${name}`,
        image: interpolate(String(service['image']), {}),
        args: String(service['command']).split(' '),
        env: { ...(service['env_file'] ? env : {}), ...Object.fromEntries(set) },
        port: published === undefined ? undefined : Number(published.split(':').at(-1)),
        injectsPort: false,
        probes: [],
        secretFiles: [],
        graceSeconds: Number(String(service['stop_grace_period']).replace('s', '')),
      }
    })
}

/** As `-f one -f other` does, as far as our files use it: later keys replace, variables are added. */
function mergeServices(texts: readonly string[]): Record<string, Json> {
  const merged: Record<string, Json> = {}
  for (const text of texts) {
    const services = object(object(parse(text, { merge: true }))['services'])
    for (const [name, service] of Object.entries(services)) {
      const [before, after] = [object(merged[name]), object(service)]
      const environment = { ...object(before['environment']), ...object(after['environment']) }
      merged[name] = { ...before, ...after, environment }
    }
  }
  return merged
}

/** `${NAME:-default}` and `${NAME:?message}`, as far as our files use them. */
function interpolate(text: string, env: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g, (_, name: string, fallback = '') =>
    String(env[name] ?? fallback),
  )
}
