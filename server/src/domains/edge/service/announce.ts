// What may be asked for over there, as the connector says it. Nothing here makes anything allowed: it decides itself.
import type { Announce, Announced } from '@task-service/contract'
import { saveAnnouncement } from '../store/health.ts'
import type { Admitted, EdgeSteps } from './steps.ts'

export function announce(steps: EdgeSteps, admitted: Admitted, said: Announce): Promise<Announced> {
  return steps.write(async (ctx) => {
    await saveAnnouncement(ctx.tx, admitted, said, ctx.now)
    return { server_time: ctx.now.toISOString() }
  })
}
