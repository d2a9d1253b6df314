// Connection errors, by what the network reported, and their fixes.
export type Explained = { what: 'network' | 'proxy' | 'tls'; remedy: string }

const faults: readonly (Explained & { sign: RegExp })[] = [
  {
    sign: /proxy returned 407/,
    what: 'proxy',
    remedy:
      'The proxy requires a user and password: HTTPS_PROXY=http://user:password@proxy.internal:3128',
  },
  {
    sign: /proxy/,
    what: 'proxy',
    remedy:
      'The proxy does not allow this host. Allow it on the proxy, or add it to NO_PROXY if a direct connection is possible',
  },
  {
    sign: /TASK_EDGE_CA_FILE/,
    what: 'tls',
    remedy: 'Set it to the path of a PEM file that the user of task-edge can read',
  },
  {
    sign: /ALTNAME/,
    what: 'tls',
    remedy: 'The certificate is for another host name. Check the host in TASK_EDGE_URL',
  },
  {
    sign: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    what: 'tls',
    remedy:
      'The certificate has expired or is not valid yet. Check the clock of this machine, then renew the certificate',
  },
  {
    sign: /SELF_SIGNED|UNABLE_TO_|ISSUER|CERT_/,
    what: 'tls',
    remedy:
      'The certificate authority is not trusted. Save its certificate to a PEM file and set TASK_EDGE_CA_FILE',
  },
  {
    sign: /WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/,
    what: 'tls',
    remedy: 'The port does not use TLS. Check the port in TASK_EDGE_URL',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN/,
    what: 'network',
    remedy: 'The host name cannot be resolved. Check TASK_EDGE_URL, the proxy and DNS',
  },
  {
    sign: /not a response of Task Service/,
    what: 'network',
    remedy: 'Another service responds at this URL. Set TASK_EDGE_URL to the URL of your tenant',
  },
]

const OTHER: Explained = {
  what: 'network',
  remedy:
    'Nothing listens on this host and port, or a firewall blocks the connection. Check TASK_EDGE_URL, and whether you need a proxy (HTTPS_PROXY)',
}

export const explainConnectionError = (message: string): Explained =>
  faults.find(({ sign }) => sign.test(message)) ?? OTHER
