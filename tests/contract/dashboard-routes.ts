// What is served: the operations of the API, those of agents and of the dashboard at their own paths, and pages.
import {
  type Operation,
  operations,
  resetOperation,
  tokenOperations,
  uiOperations,
} from '@task-service/contract'

const mirrored = Object.fromEntries(
  Object.entries<Operation>(operations).map(([id, entry]) => [
    `ui ${id}`,
    { ...entry, path: `/ui${entry.path}` as const },
  ]),
)

const ofAgents = Object.fromEntries(
  Object.entries<Operation>(tokenOperations).map(([id, entry]) => [`agent ${id}`, entry]),
)

export const servedOperations: Record<string, Operation> = {
  ...operations,
  ...mirrored,
  ...ofAgents,
  ...uiOperations,
  reset: resetOperation,
}

/** Each with what it answers to; every other address below `/ui/` is the page of the dashboard. */
export const dashboardPages = [
  '/',
  '/ui',
  '/ui/',
  '/ui/assets/{name}',
  '/ui/plain/page.css',
  '/ui/plain/reset.js',
  '/ui/reset',
  '/ui/sign-in',
  '/ui/sign-out',
].flatMap((path) => [`GET ${path}`, `HEAD ${path}`])

/** Pages that explain errors: they show no data. */
export const errorPageRoutes = ['/errors', '/errors/', '/errors/{code}'].flatMap((path) => [
  `GET ${path}`,
  `HEAD ${path}`,
])

/** Where vendors send messages: an endpoint of its own, without a key. */
export const hooksRoute = 'POST /hooks/{integration}'

/** Links to answer a question: the token in them authenticates. */
export const answerRoutes = ['GET', 'HEAD', 'POST'].map((method) => `${method} /answer/{token}`)

/** Links in e-mails that unsubscribe, in the same way. */
export const unsubscribeRoutes = ['GET', 'HEAD', 'POST'].map(
  (method) => `${method} /unsubscribe/{token}`,
)

/** The documentation, which is the same for every tenant and needs no sign-in. */
export const docsRoutes = ['/docs', '/docs*'].flatMap((path) => [`GET ${path}`, `HEAD ${path}`])

/** One protocol message per request; other methods get 405. */
export const mcpRoutes = ['/mcp', '/mcp/', '/mcp/readonly'].flatMap((path) =>
  ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT'].map((method) => `${method} ${path}`),
)

/** For connectors: every frame is authenticated. */
export const edgeRoutes = [
  'POST /edge/announce',
  'POST /edge/challenge',
  'POST /edge/enrol',
  'POST /edge/jobs/{job}/result',
  'POST /edge/poll',
  'POST /edge/results',
  'POST /edge/rotate',
  'POST /edge/session',
  'PUT /edge/jobs/{job}/chunks/{number}',
]
