// What each screen of the dashboard shows, read from the operations that the screen uses: a screen without rows is not alive.

export type Screen = { name: string; path: string; rows: (body: never) => number }

/** Not the rate of the last full hour, which can be zero at night. */
type Flow = { confirmed: { completed: { count: number } } }
type Page = { data: readonly { state?: string; status?: string }[] }

const listed = (name: string, path: string): Screen => ({
  name,
  path,
  rows: ({ data }: Page) => data.length,
})

export const SCREENS: readonly Screen[] = [
  {
    name: 'home: tasks completed in the last day',
    path: '/stats/flow',
    rows: ({ confirmed }: Flow) => confirmed.completed.count,
  },
  listed('tasks', '/tasks?limit=50'),
  listed('calendar', '/tasks?due_since=2020-01-01T00:00:00Z&limit=10'),
  listed('board: in progress', '/tasks?status=in_progress&limit=10'),
  listed('tasks that failed', '/tasks?status=failed&limit=10'),
  listed('tasks confirmed by the tracker', '/tasks?confirmation=confirmed&limit=10'),
  listed('inbox', '/inbox?limit=10'),
  listed('questions', '/questions?state=open&limit=10'),
  listed('approvals', '/approvals?state=open&limit=10'),
  listed('agents', '/agents?limit=10'),
  listed('runs in progress', '/runs?state=working&limit=10'),
  listed('runs completed', '/runs?state=completed&limit=10'),
  listed('queues', '/queues'),
  listed('integrations', '/integrations?limit=10'),
  listed('conflicts', '/conflicts?state=open&limit=10'),
  listed('connectors', '/connectors?limit=10'),
  listed('webhooks', '/webhooks?limit=10'),
  listed('deliveries delivered', '/deliveries?status=delivered&limit=10'),
  listed('deliveries waiting for a retry', '/deliveries?status=pending&limit=10'),
  listed('schedules', '/schedules?limit=10'),
  listed('templates', '/templates?limit=10'),
  listed('custom fields', '/fields?limit=10'),
  listed('saved views', '/views?limit=10'),
  listed('audit log', '/audit?limit=10'),
  listed('users', '/users?limit=10'),
]

/** The names of the screens without content. */
export async function findDeadScreens(
  dashboard: string,
  { username, password }: { username: string; password: string },
): Promise<string[]> {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const dead: string[] = []
  for (const { name, path, rows } of SCREENS) {
    const response = await fetch(`${dashboard}/ui/api${path}`, { headers: { authorization } })
    const body = (await response.json()) as never // as the contract says
    if (!response.ok) dead.push(`${name} (${response.status} ${JSON.stringify(body)})`)
    else if (rows(body) === 0) dead.push(name)
  }
  return dead
}
