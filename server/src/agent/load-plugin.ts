// Loads an integration: reads its manifest in a plugin process, and rejects one that is not valid.
import { Failure, type Manifest } from '@task-service/kit'
import { startConversation } from '#agent/process/conversation.ts'
import type { PluginPlace } from '#agent/process/plugin-process.ts'
import { sandbox } from '#agent/process/sandbox.ts'
import { silentCall } from '#agent/process/silent-call.ts'
import { readManifest } from '#agent/shapes/manifest.ts'
import { defaultHostLimits, type HostLimits } from './limits.ts'

export type LoadedPlugin = { manifest: Manifest; place: PluginPlace }

/** Throws a `Failure` with the reason. */
export async function loadPlugin(
  place: PluginPlace,
  limits: Partial<HostLimits> = {},
): Promise<LoadedPlugin> {
  const conversation = await startConversation(place, { ...defaultHostLimits, ...limits }, sandbox)
  const call = conversation.open(silentCall('describe'))
  try {
    return { manifest: readManifest((await call.next()).value), place }
  } finally {
    call.close()
    conversation.kill(new Failure('transient', 'The manifest has been read.'))
    await conversation.ended
  }
}
