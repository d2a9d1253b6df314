// The vendors that the proofs of sync are made with.
import {
  keys,
  project,
  startRedmine,
} from '../../../integrations/redmine/testing/redmine-server.ts'
import { startGithubRig } from './rigs/github-rig.ts'
import { startHubspotRig } from './rigs/hubspot-rig.ts'
import type { SyncRig } from './sync-rig.ts'

export type Backend = 'redmine' | 'github' | 'hubspot'

export const startRig: Record<Backend, () => Promise<SyncRig>> = {
  github: startGithubRig,
  hubspot: startHubspotRig,
  async redmine() {
    const server = await startRedmine()
    const { alice } = server
    return {
      provider: 'redmine',
      config: { url: server.url, project, text_format: 'markdown' },
      secrets: { api_key: keys.syncbot },
      hands: alice,
      read: alice.read,
      count: alice.count,
      fill: (count) => server.fill(count),
      kill: server.kill,
      restart: server.restart,
      stop: server.stop,
    }
  },
}
