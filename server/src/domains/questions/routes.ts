// Operations on questions bound to the rules; those that concern tasks and runs, too, are bound in the work domain.
import type { Routes } from '#http/route.ts'
import { type OwnAddress, ownUrl } from '#lib/own-url.ts'
import { getQuestion } from './service/get-question.ts'
import { createLink } from './service/link-question.ts'

export type QuestionRouteOptions = { pepper: Buffer; http: OwnAddress }

export function createRoutes({ pepper, http }: QuestionRouteOptions) {
  return {
    'questions.get': async (ctx, { params }) => ({
      status: 200,
      body: await getQuestion(ctx, params.question),
    }),
    'questions.link': async (ctx, { params, body }) => {
      const hours = body.expires_in_hours
      const { token, expiresAt } = await createLink(ctx, params.question, { hours, pepper })
      const keptBody = { expires_at: expiresAt.toISOString() }
      const url = ownUrl(http, ctx.tenant.slug, `/answer/${token}`)
      return { status: 201, body: { url, ...keptBody }, keptBody }
    },
  } satisfies Routes
}
