// Shows new items of the inbox as notifications of the browser: once each, however many tabs are open.
import type { Notification as Item } from '@task-service/contract'
import { reportUnsupported } from './alert-setting.ts'

const SEEN = 'task-service.inbox.alerted'
const LOCK = 'task-service inbox alerts'
/** After a long absence, the rest is in the inbox. */
const MOST = 3

export type Alert = { title: string; body: string; open: () => void }

/** One tab at a time decides, and remembers the newest item that it has seen. Who looks at the dashboard sees the badge. */
export async function showAlerts(
  items: readonly Item[],
  describe: (item: Item) => Alert,
): Promise<void> {
  await navigator.locks.request(LOCK, async () => {
    const seen = localStorage.getItem(SEEN)
    const newest = items[0]?.created_at ?? ''
    // The first look of this browser: what was there before is not new.
    const fresh = seen === null ? [] : items.filter(({ created_at: at }) => at > seen)
    if (seen === null || newest > seen) localStorage.setItem(SEEN, newest)
    if (document.hasFocus()) return
    for (const item of fresh.slice(0, MOST).toReversed()) show(item.id, describe(item))
  })
}

/** Chrome on Android has the constructor, grants the permission, and throws. */
function create(title: string, options: NotificationOptions): Notification | undefined {
  try {
    return new Notification(title, options)
  } catch {
    return undefined
  }
}

/** The tag replaces a notification of the same item instead of adding one. */
function show(tag: string, { title, body, open }: Alert): void {
  const shown = create(title, { body, tag })
  if (!shown) return reportUnsupported()
  shown.addEventListener('click', () => {
    window.focus()
    shown.close()
    open()
  })
}
