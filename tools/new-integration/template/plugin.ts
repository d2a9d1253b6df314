// The Example integration: the entry point that the service loads.
import { PLUGIN_API, type Plugin } from '@task-service/kit'
import { discover, hosts, testConnection } from './connect.ts'
import { manifest } from './manifest.ts'
import { type Cursor, fetchOne, pull } from './pull.ts'
import { push } from './push.ts'
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
}
