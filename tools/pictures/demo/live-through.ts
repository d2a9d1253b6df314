// Carries out the plan through the API, each step at its own time: the clock of the API is set, nothing is written past it.
import { mock } from 'node:test'
import type { Task } from '@task-service/contract'
import type { Step } from '../../../server/src/commands/demo/plan-week.ts'
import type { OwnStage } from '../../../tests/e2e/harness/own-stage.ts'
import { buildLocalApi, type LocalApi } from '../../../tests/harness/service.ts'

export type Week = {
  /** Carries out every step up to a moment, and returns how many there were in all; each makes one event. */
  continueUntil(moment: Date): Promise<number>
  end(): Promise<void>
}

/** In this process, because the IDs of tasks contain the time and only ascend. */
export async function startWeek(stage: OwnStage, steps: readonly Step[]): Promise<Week> {
  const [first] = steps
  if (!first) throw new Error('nothing is planned')
  const { apiKey } = stage.service
  const api = await at(first.at, () => buildLocalApi({ databaseUrl: stage.database.url, apiKey }))
  const ids = new Map<number, string>()
  let done = 0
  return {
    async continueUntil(moment) {
      for (let step = steps[done]; step && step.at < moment; step = steps[++done]) {
        await at(step.at, () => carryOut(api, ids, step))
      }
      return done
    },
    end: () => api.stop(),
  }
}

async function at<T>(moment: Date, work: () => Promise<T>): Promise<T> {
  mock.timers.enable({ apis: ['Date'], now: moment.getTime() })
  try {
    return await work()
  } finally {
    mock.timers.reset()
  }
}

async function carryOut(api: LocalApi, ids: Map<number, string>, step: Step): Promise<void> {
  if ('create' in step) {
    ids.set(step.task, (await send<Task>(api, '/api/tasks', step.create)).id)
  } else {
    await send(api, `/api/tasks/${ids.get(step.task)}/transitions`, { to: step.to })
  }
}

async function send<T>({ app, apiKey }: LocalApi, url: string, body: object): Promise<T> {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
  })
  if (answer.statusCode >= 300) {
    throw new Error(`${url} returned ${answer.statusCode}: ${answer.body}`)
  }
  return answer.json<T>()
}
