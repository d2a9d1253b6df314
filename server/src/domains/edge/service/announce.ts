// The statements that a connector announces. They grant nothing: the connector itself decides what it runs.
import type { Announce, Announced } from '@task-service/contract'
import { saveAnnouncement } from '../store/health.ts'
import type { Admitted, EdgeSteps } from './steps.ts'

export function announce(steps: EdgeSteps, admitted: Admitted, said: Announce): Promise<Announced> {
  return steps.write(async (ctx) => {
    await saveAnnouncement(ctx.tx, admitted, said, ctx.now)
    return { server_time: ctx.now.toISOString() }
  })
}
