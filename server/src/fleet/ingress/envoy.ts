// Envoy: route and cluster discovery responses as files, which Envoy reads again whenever they are replaced.
import type { Format } from './format.ts'
import { MISDIRECTED, PROBLEM_TYPE, UNKNOWN, UNKNOWN_TENANT } from './unknown-tenant.ts'

const ROUTES = 'type.googleapis.com/envoy.config.route.v3.RouteConfiguration'
const CLUSTER = 'type.googleapis.com/envoy.config.cluster.v3.Cluster'
const CONNECT_TIMEOUT = '1s'

export const envoy: Format = {
  order: 'cell',
  /** One virtual host for each cell; all that is written for a host is its name. */
  async *writeMap({ revision, hostSuffix }, pages) {
    yield `{"version_info":${JSON.stringify(revision)},"resources":[{"@type":"${ROUTES}","name":"task_service","virtual_hosts":[`
    let open: string | undefined
    for await (const page of pages) {
      let text = ''
      for (const { slug, cell } of page) {
        const host = JSON.stringify(`${slug}.${hostSuffix}`)
        if (cell === open) {
          text += `,\n${host}`
          continue
        }
        text += `${open === undefined ? '' : closeHosts(open)}\n{"name":"${cell}","domains":[\n${host}`
        open = cell
      }
      yield text
    }
    yield `${open === undefined ? '' : closeHosts(open)}\n${JSON.stringify(UNKNOWN_HOST)}\n]}]}\n`
  },
  writeConfig: (cells) =>
    `${JSON.stringify({ resources: cells.map(({ name, backends }) => clusterOf(name, backends)) }, null, 2)}\n`,
}

function closeHosts(cell: string): string {
  // An event stream has no timeout of its own: the service ends it.
  const route = { match: { prefix: '/' }, route: { cluster: cell, timeout: '0s' } }
  return `\n],"routes":[${JSON.stringify(route)}]},`
}

const UNKNOWN_HOST = {
  name: UNKNOWN,
  domains: ['*'],
  routes: [
    {
      match: { prefix: '/' },
      direct_response: { status: MISDIRECTED, body: { inline_string: UNKNOWN_TENANT } },
    },
  ],
  response_headers_to_add: [
    {
      header: { key: 'content-type', value: PROBLEM_TYPE },
      append_action: 'OVERWRITE_IF_EXISTS_OR_ADD',
    },
  ],
}

function clusterOf(name: string, backends: readonly string[]) {
  return {
    '@type': CLUSTER,
    name,
    type: 'STRICT_DNS',
    connect_timeout: CONNECT_TIMEOUT,
    health_checks: [
      {
        timeout: '2s',
        interval: '1s',
        unhealthy_threshold: 1,
        healthy_threshold: 1,
        http_health_check: { path: '/readyz' },
      },
    ],
    load_assignment: {
      cluster_name: name,
      endpoints: [{ lb_endpoints: backends.map((backend) => ({ endpoint: endpointOf(backend) })) }],
    },
  }
}

function endpointOf(backend: string) {
  const colon = backend.lastIndexOf(':')
  const address = backend.slice(0, colon).replace(/^\[|\]$/g, '')
  return { address: { socket_address: { address, port_value: Number(backend.slice(colon + 1)) } } }
}
