// Connection errors, by what the network reported, and their fixes.
export type Explained = { what: 'network' | 'proxy' | 'tls'; remedy: string }

const faults: readonly (Explained & { sign: RegExp })[] = [
  {
    sign: /proxy answers 407/,
    what: 'proxy',
    remedy:
      'It wants another user or password: HTTPS_PROXY=http://user:password@proxy.internal:3128',
  },
  {
    sign: /proxy/,
    what: 'proxy',
    remedy:
      'It does not let this through: have this host allowed there, or name it in NO_PROXY if there is a direct way',
  },
  {
    sign: /TASK_EDGE_CA_FILE/,
    what: 'tls',
    remedy: 'Give it the path of a PEM file that the user of task-edge can read',
  },
  {
    sign: /ALTNAME/,
    what: 'tls',
    remedy: 'The certificate is that of another name: look at the name in TASK_EDGE_URL',
  },
  {
    sign: /CERT_HAS_EXPIRED|CERT_NOT_YET_VALID/,
    what: 'tls',
    remedy:
      'The certificate is not valid at this time: look at the clock of this machine, then have the certificate renewed',
  },
  {
    sign: /SELF_SIGNED|UNABLE_TO_|ISSUER|CERT_/,
    what: 'tls',
    remedy:
      'Its certificate is of an authority that is not trusted here: put the certificate of that authority into a PEM file and set TASK_EDGE_CA_FILE',
  },
  {
    sign: /WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/,
    what: 'tls',
    remedy: 'There is no TLS at this port: look at the port in TASK_EDGE_URL',
  },
  {
    sign: /ENOTFOUND|EAI_AGAIN/,
    what: 'network',
    remedy: 'The name is not known here: look at TASK_EDGE_URL or the proxy, and at the DNS',
  },
  {
    sign: /it answers/,
    what: 'network',
    remedy: 'Something else listens there: TASK_EDGE_URL is the address of your tenant',
  },
]

const ELSE: Explained = {
  what: 'network',
  remedy:
    'Nobody listens there, or a firewall is in between: look at host and port in TASK_EDGE_URL, and whether the way out needs HTTPS_PROXY',
}

export const explainConnectionError = (message: string): Explained =>
  faults.find(({ sign }) => sign.test(message)) ?? ELSE
