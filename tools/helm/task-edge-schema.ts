// The values of the chart task-edge.
import {
  certificateAuthority,
  closed,
  flag,
  image,
  kubernetesList,
  listOf,
  mapOf,
  matching,
  name,
  oneOf,
  placement,
  port,
  resources,
  schemaFile,
  secretKey,
  text,
} from './json-schema.ts'

export function taskEdgeSchema(): string {
  return schemaFile('task-edge', {
    fullnameOverride: name,
    image,
    url: matching(/^(https?:\/\/\S+)?$/),
    token: closed({ existingSecret: name, key: text }),
    policy: closed({ existingConfigMap: name, key: matching(/^[-._a-zA-Z0-9]+$/), content: text }),
    // The connector's own settings have values of their own.
    logins: mapOf(/^[A-Z][A-Z0-9_]*$/, secretKey, /^TASK_EDGE_/),
    log: oneOf('info', 'debug', 'off'),
    proxy: closed({ https: matching(/^(http:\/\/[^\s@]+)?$/), none: text }),
    certificateAuthority,
    state: closed({ size: matching(/^\d+(Mi|Gi)$/), storageClass: name }),
    resources,
    ...placement,
    networkPolicy: closed({
      enabled: flag,
      databasePorts: listOf(port),
      databaseTo: kubernetesList,
      servicePorts: listOf(port),
    }),
  })
}
