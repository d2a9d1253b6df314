// The command that starts a connector, as it is pasted on the host beside the database.

const IMAGE = 'ghcr.io/task-service/edge:0.1.0'

export function startCommand(address: string, token: string): string {
  return [
    'docker run -d --restart unless-stopped',
    `-e TASK_EDGE_URL=${address}`,
    `-e TASK_EDGE_TOKEN=${token}`,
    // As in the guide: .env has the logins of the databases, the folder the policy.
    '--env-file .env',
    '-v ./edge:/etc/task-edge:ro',
    '-v task-edge:/var/lib/task-edge',
    IMAGE,
  ].join(' \\\n    ')
}

/** Of the service, from that of its dashboard: `https://tasks.example.com/ui/` → `https://tasks.example.com`. */
export const serviceAddress = (uiBase: URL): string => new URL('..', uiBase).href.replace(/\/$/, '')

/** The connector refuses to send its session over plain HTTP to another host. */
export const isPlainElsewhere = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && !/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
