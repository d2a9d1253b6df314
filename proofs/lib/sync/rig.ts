// A vendor as the proofs of sync need it: another person's hands on it, many items at once, and a server that can be killed.
import type { Link } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'
import type { OtherUser, Stored } from '@task-service/kit/testing'
import {
  keys,
  project,
  startRedmine,
} from '../../../integrations/redmine/testing/redmine-server.ts'
import type { Answers } from './answers.ts'
import { startGithubRig } from './rigs/github-rig.ts'
import { startHubspotRig } from './rigs/hubspot-rig.ts'
import type { World } from './world.ts'

/** What only this vendor has; gives what is wrong. */
export type Extra = {
  name: string
  play: (world: World, links: readonly Link[]) => Promise<string[]>
}

export type SyncRig = {
  provider: string
  config: Record<string, string>
  secrets: Record<string, string>
  hands: OtherUser
  read: (ref: RemoteRef) => Promise<Stored | 'gone'>
  count: () => Promise<number>
  /** So many items at once, some time ago. */
  fill: (count: number) => Promise<void>
  /** Where the vendor has comments, unless said otherwise. */
  hasComments?: false
  /** What the vendor's own description has to say against requests and answers. */
  listFaults?: () => Promise<string[]>
  answers?: Answers
  extras?: Extra[]
  /** After everything else. */
  atEnd?: Extra[]
  /** As a crash would; and on the same data. */
  kill: () => Promise<void>
  restart: () => Promise<void>
  stop: () => Promise<void>
}

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
