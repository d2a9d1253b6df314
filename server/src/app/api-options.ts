// The dependencies of the API: everything that outlives a request.
import type { PluginHost } from '#agent/host.ts'
import type { Config } from '#config/config.ts'
import type { Keyring } from '#crypto/keyring.ts'
import type { Database } from '#db/database.ts'
import type { Instance } from '#domains/keys/index.ts'
import type { Bucket } from '#egress/bucket/bucket.ts'
import type { Egress } from '#egress/egress.ts'
import type { Readiness } from '#http/health.ts'
import type { McpEndpoint } from '#mcp/endpoint.ts'
import type { Logger } from '#observe/log.ts'

export type ApiOptions = {
  config: Config<'database' | 'api'>
  db: Database
  instance: Instance
  keyring: Keyring
  /** For requests that check whether a URL is allowed and how far a connection gets. */
  egress: Pick<Egress, 'findFault' | 'probe'>
  /** Runs integrations for connection tests and choices; the worker runs the syncs. */
  plugins: PluginHost
  /** For new attachments; without one they are stored in the database. */
  bucket?: Bucket | null
  log: Logger
  isReady: Readiness
  /** Turned off only by a proof of what the rule prevents. */
  takesForeignChanges?: boolean
  /** Turned off only by a test of it: then tenants wait for each other's locks and connections. */
  isolatesTenants?: boolean
  /** Other tools behind the checks of `/mcp`. Set only by a proof of the protocol. */
  mcpTools?: Pick<McpEndpoint, 'createServer' | 'streams'> | undefined
}
