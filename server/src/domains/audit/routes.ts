// Operations on the audit log bound to the rules; nothing is parsed or decided here.
import type { Downloads, Routes } from '#http/route.ts'
import { exportForm } from './export-file.ts'
import { exportEntries, listEntries } from './service/list-entries.ts'

export const routes = {
  'audit.list': async (ctx, { query }) => ({ status: 200, body: await listEntries(ctx, query) }),
} satisfies Routes

export const downloads = {
  'audit.export': (inTenant, { query }) => {
    const form = exportForm(query.format)
    const pieces = form.print(exportEntries(inTenant, query))
    return { type: form.type, name: `audit.${form.extension}`, pieces }
  },
} satisfies Downloads
