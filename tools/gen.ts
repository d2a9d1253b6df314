// `npm run gen`: writes every generated file. `--check` only lists stale ones.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openApiDocument } from '@task-service/contract/openapi'
import { renderConfigurationReference, renderEnvExample } from '../server/src/config/reference.ts'
import { chartFiles } from './helm/chart-files.ts'
import { dashboardFile } from './monitoring/dashboard-file.ts'
import { dashboards } from './monitoring/dashboards.ts'
import { alertmanagerFile, rulesFile } from './monitoring/rule-files.ts'
import { apiPage } from './reference/api-page.ts'
import { architecturePicture } from './reference/architecture-picture.ts'
import { cliPage } from './reference/cli-page.ts'
import { commandsPage } from './reference/commands-page.ts'
import { dashboardAuditActions } from './reference/dashboard-audit-actions.ts'
import { dashboardRoutes } from './reference/dashboard-routes.ts'
import { dashboardTransitions } from './reference/dashboard-transitions.ts'
import { errorsPage } from './reference/errors-page.ts'
import { eventsPage } from './reference/events-page.ts'
import { integrationManifests } from './reference/integration-manifests.ts'
import { interfacePage } from './reference/interface-page.ts'
import { programsPage } from './reference/programs-page.ts'
import { retentionPage } from './reference/retention-page.ts'
import { verificationPage } from './reference/verification-page.ts'
import { sdkResources, sdkTypes } from './sdk/sdk-files.ts'
import { pythonResources, pythonTypes } from './sdk-python/python-files.ts'

const root = join(import.meta.dirname, '..')

const dashboardFiles = Object.fromEntries(
  Object.entries(dashboards).map(([name, dashboard]) => [
    `deploy/monitoring/grafana/dashboards/${name}.json`,
    () => dashboardFile(dashboard),
  ]),
)

/** Each file with the function that writes it. */
export const generatedFiles: Readonly<Record<string, () => string | Promise<string>>> = {
  '.env.example': renderEnvExample,
  'contract/openapi.json': () => `${JSON.stringify(openApiDocument(), null, 2)}\n`,
  'dashboard/src/api/audit-actions.gen.ts': dashboardAuditActions,
  'dashboard/src/api/routes.gen.ts': dashboardRoutes,
  'dashboard/src/api/transitions.gen.ts': dashboardTransitions,
  'deploy/monitoring/alertmanager.yaml': alertmanagerFile,
  'deploy/monitoring/prometheus-rules.yaml': rulesFile,
  ...dashboardFiles,
  ...chartFiles,
  'docs/development/programs.md': programsPage,
  'docs/guarantees/README.md': verificationPage,
  'docs/pictures/architecture.svg': architecturePicture,
  'docs/reference/api.md': apiPage,
  'docs/reference/cli.md': cliPage,
  'docs/reference/commands.md': commandsPage,
  'docs/reference/configuration.md': renderConfigurationReference,
  'docs/reference/errors.md': errorsPage,
  'docs/reference/events.md': eventsPage,
  'docs/reference/interface.md': interfacePage,
  'docs/reference/retention.md': retentionPage,
  'integrations/manifests.gen.json': integrationManifests,
  'sdk-python/src/task_service/generated/resources.py': pythonResources,
  'sdk-python/src/task_service/generated/types.py': pythonTypes,
  'sdk/src/generated/resources.gen.ts': sdkResources,
  'sdk/src/generated/types.gen.ts': sdkTypes,
}

/** With the text that they should have. */
export async function findStaleFiles(): Promise<Map<string, string>> {
  const stale = new Map<string, string>()
  for (const [file, write] of Object.entries(generatedFiles)) {
    const text = await write()
    const path = join(root, file)
    if (!existsSync(path) || readFileSync(path, 'utf8') !== text) stale.set(file, text)
  }
  return stale
}

if (import.meta.main) {
  const stale = await findStaleFiles()
  if (process.argv.includes('--check')) {
    for (const file of stale.keys()) console.error(`${file} is stale; run npm run gen`)
    process.exitCode = stale.size > 0 ? 1 : 0
  } else {
    for (const [file, text] of stale) writeFileSync(join(root, file), text)
    const names = [...stale.keys()].join(', ')
    console.log(stale.size > 0 ? `wrote ${names}` : 'everything is up to date')
    if (process.argv.includes('--schema')) {
      const { dumpSchema } = await import('./dump-schema.ts')
      await dumpSchema()
    }
  }
}
