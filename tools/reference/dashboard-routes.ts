// The addresses of the operations for the dashboard, without the schemas, which a browser need not load.
import { operations, uiOperations } from '@task-service/contract'

export function dashboardRoutes(): string {
  const rows = Object.entries({ ...operations, ...uiOperations }).map(
    ([id, { method, path }]) => `  '${id}': ['${method}', '${path.replace(/^(\/ui)?\/api/, '')}'],`,
  )
  return [
    '// Written by `npm run gen` from the contract: method and path of every operation.',
    'export const routes = {',
    ...rows,
    '} as const',
    '',
  ].join('\n')
}
