// The catalog: which providers can be connected, and what they ask of a configuration.
export { type Config, readConfig } from './config-values.ts'
export { findHosts, findUsableHosts } from './service/find-hosts.ts'
export { getManifest } from './service/get-manifest.ts'
export { listProviders } from './service/list-providers.ts'
