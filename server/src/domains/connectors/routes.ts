// Operations on connectors bound to the rules; nothing is parsed or decided here.
import { type Connector, PAGE_LIMIT_DEFAULT } from '@task-service/contract'
import type { Routes } from '#http/route.ts'
import {
  askForNewKey,
  changeConnector,
  drainConnector,
  removeConnector,
  revokeConnector,
} from './service/change-connector.ts'
import {
  type ConnectorAndToken,
  type ConnectorLimits,
  createConnector,
  renewEnrollmentToken,
} from './service/create-connector.ts'
import { getConnector, listPage } from './service/get-connector.ts'
import { listStatements, showActivity } from './service/show-activity.ts'

function etag({ version }: Connector): { etag: string } {
  return { etag: `"${version}"` }
}

/** The token is in the answer and not in what is kept of it. */
function revealOnce({ connector, token }: ConnectorAndToken) {
  return { body: { ...connector, enrolment_token: token.reveal() }, keptBody: connector }
}

export function createRoutes(limits: ConnectorLimits) {
  return {
    'connectors.list': async (ctx, { query }) => {
      const page = { limit: query.limit ?? PAGE_LIMIT_DEFAULT, cursor: query.cursor }
      return { status: 200, body: await listPage(ctx, page) }
    },
    'connectors.create': async (ctx, { body }) => {
      const made = await createConnector(ctx, body, limits)
      const headers = { location: `/api/connectors/${made.connector.id}`, ...etag(made.connector) }
      return { status: 201, ...revealOnce(made), headers }
    },
    'connectors.get': async (ctx, { params }) => {
      const connector = await getConnector(ctx, params.connector)
      return { status: 200, body: connector, headers: etag(connector) }
    },
    'connectors.change': async (ctx, { params, body, ifMatch }) => {
      const connector = await changeConnector(ctx, params.connector, body, ifMatch)
      return { status: 200, body: connector, headers: etag(connector) }
    },
    'connectors.remove': async (ctx, { params, ifMatch }) => {
      await removeConnector(ctx, params.connector, ifMatch)
      return { status: 204, body: null }
    },
    'connectors.enrol': async (ctx, { params }) => ({
      status: 200,
      ...revealOnce(await renewEnrollmentToken(ctx, params.connector)),
    }),
    'connectors.revoke': async (ctx, { params }) => ({
      status: 200,
      body: await revokeConnector(ctx, params.connector),
    }),
    'connectors.rotate': async (ctx, { params }) => ({
      status: 202,
      body: await askForNewKey(ctx, params.connector),
    }),
    'connectors.drain': async (ctx, { params }) => ({
      status: 200,
      body: await drainConnector(ctx, params.connector),
    }),
    'connectors.statements': async (ctx, { params }) => ({
      status: 200,
      body: await listStatements(ctx, params.connector),
    }),
    'connectors.activity': async (ctx, { params }) => ({
      status: 200,
      body: await showActivity(ctx, params.connector),
    }),
  } satisfies Routes
}
