// The addresses of the operations for the dashboard, without the schemas, which a browser need not load.
import { type Operation, operations, uiOperations } from '@task-service/contract'

export function dashboardRoutes(): string {
  const rows = Object.entries<Operation>({ ...operations, ...uiOperations })
    .filter(([, operation]) => !needsLease(operation))
    .map(
      ([id, { method, path }]) =>
        `  '${id}': ['${method}', '${path.replace(/^(\/ui)?\/api/, '')}'],`,
    )
  return [
    '// Written by `npm run gen` from the contract: method and path of every operation without a lease token.',
    'export const routes = {',
    ...rows,
    '} as const',
    '',
  ].join('\n')
}

/** Only the holder of a run can send these, and each row is a part of the first script of the dashboard. */
function needsLease({ body }: Operation): boolean {
  const { properties = {} } = (body ?? {}) as { properties?: object } // of schemas of objects
  return 'lease_token' in properties
}
