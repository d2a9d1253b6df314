// Operations on approvals bound to the rules; those that concern tasks and runs, too, are bound in the work domain.
import type { Routes } from '#http/route.ts'
import { getApproval } from './service/get-approval.ts'

export const routes = {
  'approvals.get': async (ctx, { params }) => ({
    status: 200,
    body: await getApproval(ctx, params.approval),
  }),
} satisfies Routes
