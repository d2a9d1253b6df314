// Tasks that were completed in hours of the past, for charts that need more than the present.
import type { Task } from '@task-service/contract'
import { withAdmin } from '../../harness/admin-client.ts'
import { uuidOf } from '../../harness/history.ts'
import type { Stage } from '../harness/stage.ts'

/** One task for each entry, completed so many hours ago. */
export async function addPastCompletions(stage: Stage, hoursAgo: readonly number[]): Promise<void> {
  await withAdmin(stage.database.superuserUrl, async (admin) => {
    for (const hours of hoursAgo) {
      const { id } = await stage.api<Task>('POST', '/tasks', { title: `Done ${hours} h ago` })
      await stage.api('POST', `/tasks/${id}/transitions`, { to: 'completed' })
      await admin.query(
        `update audit_entries set at = at - make_interval(hours => $2)
         where action = 'task.completed' and subject_id = $1`,
        [uuidOf(id), hours],
      )
    }
  })
}
