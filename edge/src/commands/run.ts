// `run`: runs the connector until a signal stops it.
import type { Settings } from '#edge/settings/settings.ts'
import { createLog } from './log.ts'
import { startEdge } from './start-edge.ts'

export async function runCommand(settings: Settings): Promise<void> {
  const log = createLog(settings.log)
  const edge = await startEdge(settings, log)
  const stop = () => {
    log.info('stopping')
    void edge.stop()
  }
  process.once('SIGTERM', stop)
  process.once('SIGINT', stop)
  process.on('SIGHUP', () => edge.reload())
  await edge.ended
}
