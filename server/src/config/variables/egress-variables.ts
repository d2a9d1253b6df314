// The variables of outgoing requests, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const egressVariables = {
  SERVICE_ACP_EGRESS_ALLOW: {
    type: 'networks',
    group: 'egress',
    default: null,
    secret: false,
    example: '10.20.0.0/16,fd12:3456::/32',
    help: 'Private networks that webhooks and integrations may reach. Public ones are allowed by default.',
  },
  SERVICE_ACP_EGRESS_DENY: {
    type: 'networks',
    group: 'egress',
    default: null,
    secret: false,
    help: 'Networks that are always blocked. Takes precedence over SERVICE_ACP_EGRESS_ALLOW.',
  },
  SERVICE_ACP_EGRESS_PLAIN_HTTP: {
    type: 'choice',
    group: 'egress',
    default: 'allowed-networks',
    secret: false,
    choices: ['never', 'allowed-networks', 'anywhere'],
    help: 'Where plain HTTP is allowed; allowed-networks are those of SERVICE_ACP_EGRESS_ALLOW.',
  },
  SERVICE_ACP_EGRESS_PROXY: {
    type: 'proxy-url',
    group: 'egress',
    default: null,
    secret: true,
    off: true,
    fallbacks: ['HTTPS_PROXY', 'https_proxy'],
    help: 'HTTP proxy for outgoing requests, used with CONNECT; off ignores HTTPS_PROXY.',
  },
  SERVICE_ACP_EGRESS_PROXY_TARGET: {
    type: 'choice',
    group: 'egress',
    default: 'address',
    secret: false,
    choices: ['address', 'name'],
    help: 'Whether CONNECT uses the verified IP address or the name, which the proxy must then check.',
  },
  SERVICE_ACP_EGRESS_NO_PROXY: {
    type: 'hosts',
    group: 'egress',
    default: null,
    secret: false,
    fallbacks: ['NO_PROXY', 'no_proxy'],
    help: 'Hosts and networks to connect to without the proxy.',
  },
} as const satisfies Record<string, Variable>
