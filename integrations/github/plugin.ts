// The integration of GitHub Issues: one repository, its issues, their comments.
import { PLUGIN_API, type Plugin } from '@task-service/kit'
import { discover, hosts, testConnection } from './connect.ts'
import { manifest } from './manifest.ts'
import { type Cursor, fetchOne, findByMarker, pull } from './pull.ts'
import { push } from './push.ts'
import { webhook } from './webhook.ts'
import type { Config } from './wire.ts'

export const plugin: Plugin<Config, Cursor> = {
  apiVersion: PLUGIN_API,
  describe: () => structuredClone(manifest),
  hosts,
  testConnection,
  discover,
  pull,
  fetchOne,
  push,
  findByMarker,
  webhook,
}
