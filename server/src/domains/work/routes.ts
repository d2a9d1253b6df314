// Operations on runs, their questions and their approvals bound to the rules; nothing is parsed or decided here.
import type { Task } from '@task-service/contract'
import type { EffectParts } from '#domains/sync/index.ts'
import type { ExternalCalls, Routes } from '#http/route.ts'
import {
  approveEffects,
  editEffects,
  listApprovalPage,
  previewEffects,
  rejectEffects,
} from './approving/index.ts'
import { answerQuestion, askQuestion, listQuestionPage } from './asking/index.ts'
import { type ClaimParts, claimTask, claimTasks } from './claiming/index.ts'
import {
  cancelRun,
  completeRun,
  failRun,
  getRun,
  heartbeat,
  listPage,
  releaseRun,
  takeTask,
} from './runs/index.ts'

const withTask = (task: Task) => ({
  status: 200 as const,
  body: task,
  headers: { etag: `"${task.version}"` },
})

export function createRoutes(parts: EffectParts) {
  return { ...runRoutes, ...questionRoutes, ...effectRoutes(parts) } satisfies Routes
}

/** Those that compute effects, which depend on the integrations that are installed. */
function effectRoutes(parts: EffectParts) {
  return {
    'runs.complete': async (ctx, { params, body }) =>
      withTask(await completeRun(ctx, parts, params.run, body)),
    'runs.preview_effects': async (ctx, { params, body }) => ({
      status: 200,
      body: await previewEffects(ctx, parts, params.run, body),
    }),
    'approvals.list': async (ctx, { query }) => ({
      status: 200,
      body: await listApprovalPage(ctx, query),
    }),
    'approvals.reject': async (ctx, { params, body }) => ({
      status: 200,
      body: await rejectEffects(ctx, params.approval, body),
    }),
    'approvals.edit': async (ctx, { params, body }) => ({
      status: 200,
      body: await editEffects(ctx, parts, params.approval, body),
    }),
  } satisfies Routes
}

const runRoutes = {
  'runs.take': async (ctx, { params, body, ifMatch }) =>
    withTask(await takeTask(ctx, params.task, body, ifMatch)),
  'runs.list': async (ctx, { query }) => ({ status: 200, body: await listPage(ctx, query) }),
  'runs.get': async (ctx, { params }) => ({ status: 200, body: await getRun(ctx, params.run) }),
  'runs.heartbeat': async (ctx, { params, body }) => ({
    status: 200,
    body: await heartbeat(ctx, params.run, body),
  }),
  'runs.fail': async (ctx, { params, body }) => ({
    status: 200,
    body: await failRun(ctx, params.run, body),
  }),
  'runs.release': async (ctx, { params, body }) => ({
    status: 200,
    body: await releaseRun(ctx, params.run, body),
  }),
  'runs.cancel': async (ctx, { params, body }) => ({
    status: 200,
    body: await cancelRun(ctx, params.run, body),
  }),
} satisfies Routes

const questionRoutes = {
  'questions.create': async (ctx, { params, body }) => {
    const question = await askQuestion(ctx, params.run, body)
    const headers = { location: `/api/questions/${question.id}` }
    return { status: 201, body: question, headers }
  },
  'questions.list': async (ctx, { query }) => ({
    status: 200,
    body: await listQuestionPage(ctx, query),
  }),
  'questions.answer': async (ctx, { params, body }) => ({
    status: 200,
    body: await answerQuestion(ctx, params.question, body),
  }),
} satisfies Routes

/** Claims can wait for tasks, and an approval that is rejected is stored all the same: these are not one transaction. */
export function createExternalCalls(parts: ClaimParts, effects: EffectParts) {
  return {
    'approvals.approve': async (steps, { params, body }) => ({
      status: 200,
      body: await approveEffects(effects, steps, params.approval, body.hash),
    }),
    'runs.claim': (steps, { body }) => claimTasks(parts, steps, body),
    'runs.claim_task': (steps, { params, body }) => claimTask(parts, steps, params.task, body),
  } satisfies ExternalCalls
}
