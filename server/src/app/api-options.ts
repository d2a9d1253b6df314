// What the API is built from: everything that outlives a request.
import type { PluginHost } from '#agent/host.ts'
import type { Config } from '#config/config.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { Database } from '#db/database.ts'
import type { Instance } from '#domains/keys/index.ts'
import type { Egress } from '#egress/egress.ts'
import type { Readiness } from '#http/health.ts'
import type { Logger } from '#observe/log.ts'

export type ApiOptions = {
  config: Config<'database' | 'api'>
  db: Database
  instance: Instance
  keyring: Keyring
  /** Requests may ask whether an address could be used and how far a connection gets. */
  egress: Pick<Egress, 'findFault' | 'probe'>
  /** Runs integrations, for what people try out; the work itself is the worker's. */
  plugins: PluginHost
  log: Logger
  isReady: Readiness
  /** Only a proof that shows what the rule is for turns it off. */
  takesForeignChanges?: boolean
  /** Only a test that shows what it is for turns it off: then tenants wait for each other's locks and connections. */
  isolatesTenants?: boolean
}
