// Exports bound to the rules; nothing is parsed or decided here.
import type { Downloads } from '#http/route.ts'
import { printTasks } from './service.ts'

export const downloads = {
  'tasks.export': (inTenant, { query }) => ({
    type: 'text/csv',
    name: 'tasks.csv',
    pieces: printTasks(inTenant, query),
  }),
} satisfies Downloads
