// A small tracker: its statuses, priorities, people and fields, for tests of how they are mapped.
import type { RemoteChoices } from '@task-service/contract'
import type { Manifest } from '@task-service/kit'

export const drafted: RemoteChoices = {
  statuses: [
    { id: '1', name: 'New', group: 'open' },
    { id: '2', name: 'In Progress', group: 'started' },
    { id: '5', name: 'Closed', group: 'done' },
    { id: '6', name: 'Solved', group: 'done' },
    { id: '7', name: 'Rejected', group: 'canceled' },
  ],
  priorities: [
    { id: 'p1', name: 'Urgent' },
    { id: 'p0', name: 'Immediate' },
    { id: 'p2', name: 'High' },
    { id: 'p3', name: 'Normal' },
    { id: 'p4', name: 'Low' },
  ],
  people: [
    { id: '8', name: 'Mara Lind', email: 'mara@example.com' },
    { id: '9', name: 'Noor Bakker' },
  ],
}

const readwrite = (remote: string, maxLength?: number) => ({
  access: 'readwrite' as const,
  remote,
  ...(maxLength && { maxLength }),
})

export const fields: Manifest['fields'] = {
  title: readwrite('subject', 255),
  description: readwrite('body'),
  status: readwrite('status'),
  priority: readwrite('priority'),
  assignee: readwrite('assignee'),
  labels: readwrite('tags'),
  due_at: readwrite('due'),
}
