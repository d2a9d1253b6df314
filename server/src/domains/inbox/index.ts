// Public interface of inboxes: routes, and what fills them from the event log and the clock.
export { routes } from './routes.ts'
export { listUnread } from './service/list-inbox.ts'
export { notifyDue, trimInboxes } from './service/notify-due.ts'
export { notifyPeople } from './service/notify-people.ts'
