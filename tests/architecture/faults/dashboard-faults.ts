// Violations of the layers of the dashboard and of the edges between its features.
import { type Faults, fault } from './planted-fault.ts'

const src = 'dashboard/src'

/** A rule that has faults here and in another file, so that the two lists can be joined. */
export const layerFaults = [
  fault(
    'a shared component entering a feature',
    `${src}/components/a.tsx`,
    "import '#features/tasks/a.ts'",
    /dashboard\/components may not import dashboard\/features.*take what you need as a property/,
  ),
  fault(
    'a feature entering app',
    `${src}/features/tasks/b.ts`,
    "import '#app/router.tsx'",
    /dashboard\/features\/tasks may not import dashboard\/app/,
  ),
  fault(
    'the event feed entering a feature by types',
    `${src}/live/a.ts`,
    "import type { T } from '#features/tasks/a.ts'",
    /let main\.tsx pass it/,
  ),
  fault(
    'lib drawing a component',
    `${src}/lib/b.ts`,
    "import '#components/button.tsx'",
    /dashboard\/lib may not import/,
  ),
  fault(
    'a component running the contract',
    `${src}/components/a.tsx`,
    "import { Task } from '@planted/contract'",
    /write 'import type/,
  ),
] as const

export const dashboardFaults = {
  'feature-edge': [
    fault(
      'features without an edge in the table',
      `${src}/features/settings/a.ts`,
      "import '#features/tasks/a.ts'",
      /settings may not import tasks\/a\.ts.*feature-edges\.ts/,
    ),
    fault(
      'features without an edge, by types',
      `${src}/features/webhooks/a.ts`,
      "import type { T } from '#features/tasks/a.ts'",
      /webhooks may not import tasks\/a\.ts/,
    ),
    fault(
      'a screen of another feature that is loaded on demand',
      `${src}/features/webhooks/a.ts`,
      "await import('#features/tasks/a.ts')",
      /webhooks may not import tasks\/a\.ts/,
    ),
    fault(
      'a file that the edge does not list',
      `${src}/features/home/a.ts`,
      "import '#features/queues/draft.ts'",
      /only queue-level\.ts, queue-queries\.ts/,
    ),
  ],
} satisfies Faults
