// The addresses of the operations for the dashboard, without the schemas, which a browser need not load.
import { operations } from '@task-service/contract'

export function dashboardRoutes(): string {
  const rows = Object.entries(operations).map(
    ([id, { method, path }]) => `  '${id}': ['${method}', '${path.slice('/api'.length)}'],`,
  )
  return [
    '// Written by `npm run gen` from the contract: method and path of every operation.',
    'export const routes = {',
    ...rows,
    '} as const',
    '',
  ].join('\n')
}
