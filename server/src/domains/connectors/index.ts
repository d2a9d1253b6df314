// Public interface of connectors: its routes, and what sessions and jobs need to know of one.
export { connectorNotEnrolled, connectorNotFound } from './errors.ts'
export { connectorEvent } from './events.ts'
export { createRoutes } from './routes.ts'
export { getRow as getConnectorRow } from './service/get-connector.ts'
export { recordAct as recordConnectorAct } from './service/record-act.ts'
export { listStatements as listConnectorStatements } from './service/show-activity.ts'
export { hasKey, SILENT_AFTER_MS, stateOf } from './state.ts'
export type { ConnectorRow } from './store/connectors.ts'
