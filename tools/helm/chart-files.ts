// The generated files of the charts: schemas and READMEs of their values, and the rules of Prometheus.
import { rulesFile } from '../monitoring/rule-files.ts'
import { chartReadme } from './chart-readme.ts'
import { taskEdgeSchema } from './task-edge-schema.ts'
import { taskServiceSchema } from './task-service-schema.ts'

const INSTALL_SERVICE = `API, worker and migration of Task Service. It needs Kubernetes 1.30 or newer, PostgreSQL, and a Secret with the keys
\`database-url\`, \`api-key\`, \`master-key\` and \`ui-password\`:

\`\`\`sh
helm install task-service deploy/helm/task-service --namespace tasks --set 'ingress.enabled=true,ingress.hosts={tasks.example.com}'
\`\`\``

const INSTALL_EDGE = `The edge connector next to your database. It needs Kubernetes 1.30 or newer, a policy, and Secrets with its logins and its
token:

\`\`\`sh
helm install task-edge deploy/helm/task-edge --namespace tasks --set url=https://acme.tasks.example.com \\
  --set token.existingSecret=task-edge-token --set-file policy.content=policy.yaml \\
  --set logins.WAREHOUSE_URL.existingSecret=warehouse,logins.WAREHOUSE_URL.key=url
\`\`\``

export const chartFiles: Readonly<Record<string, () => string>> = {
  'deploy/helm/task-edge/README.md': () =>
    chartReadme({ chart: 'task-edge', title: 'Chart task-edge', install: INSTALL_EDGE }),
  'deploy/helm/task-edge/values.schema.json': taskEdgeSchema,
  'deploy/helm/task-service/README.md': () =>
    chartReadme({ chart: 'task-service', title: 'Chart task-service', install: INSTALL_SERVICE }),
  // Helm reads no files outside of the chart.
  'deploy/helm/task-service/files/prometheus-rules.yaml': rulesFile,
  'deploy/helm/task-service/values.schema.json': taskServiceSchema,
}
