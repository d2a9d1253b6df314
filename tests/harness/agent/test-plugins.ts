// Integrations of our own making, known without a process being asked: most tests never use them.
import type { LoadedPlugin } from '../../../server/src/agent/load-plugin.ts'
import { plugin as tracker } from './plugins/tracker/plugin.ts'
import { placeOf } from './test-host.ts'

const manifest = tracker.describe()
const place = placeOf('tracker')
const { capabilities } = manifest

/** `reader` is the same without a way to make items and without messages that we could arrange. */
export const testPlugins: LoadedPlugin[] = [
  { manifest, place },
  {
    manifest: {
      ...manifest,
      id: 'reader',
      displayName: 'Test reader',
      capabilities: { ...capabilities, create: false, webhooks: 'manual' },
    },
    place,
  },
]
