// The variables of outgoing requests, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const egressVariables = {
  SERVICE_ACP_EGRESS_ALLOW: {
    type: 'networks',
    group: 'egress',
    default: null,
    secret: false,
    example: '10.20.0.0/16,fd12:3456::/32',
    help: 'Networks of your own that webhooks and integrations may reach; public addresses they may anyway.',
  },
  SERVICE_ACP_EGRESS_DENY: {
    type: 'networks',
    group: 'egress',
    default: null,
    secret: false,
    help: 'Public networks they may not reach, such as your own servers; stronger than what is allowed.',
  },
  SERVICE_ACP_EGRESS_PLAIN_HTTP: {
    type: 'choice',
    group: 'egress',
    default: 'allowed-networks',
    secret: false,
    choices: ['never', 'allowed-networks', 'anywhere'],
    help: 'Where http without TLS may be spoken; allowed-networks are those of SERVICE_ACP_EGRESS_ALLOW.',
  },
  SERVICE_ACP_EGRESS_PROXY: {
    type: 'proxy-url',
    group: 'egress',
    default: null,
    secret: true,
    off: true,
    fallbacks: ['HTTPS_PROXY', 'https_proxy'],
    help: 'Proxy for outgoing requests, used by CONNECT; off takes none, whatever else is set.',
  },
  SERVICE_ACP_EGRESS_PROXY_TARGET: {
    type: 'choice',
    group: 'egress',
    default: 'address',
    secret: false,
    choices: ['address', 'name'],
    help: 'What the proxy is asked for: the checked address, or the name, which it then has to check.',
  },
  SERVICE_ACP_EGRESS_NO_PROXY: {
    type: 'hosts',
    group: 'egress',
    default: null,
    secret: false,
    fallbacks: ['NO_PROXY', 'no_proxy'],
    help: 'Hosts and networks that are reached without the proxy.',
  },
} as const satisfies Record<string, Variable>
