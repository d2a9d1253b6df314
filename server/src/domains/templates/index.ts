// Public interface of templates: their routes, and what schedules need of them.
export { type DueMoment, toDraft } from './draft.ts'
export { createRoutes } from './routes.ts'
export { findTemplate, type TemplateRow } from './store.ts'
