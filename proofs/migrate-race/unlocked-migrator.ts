// `task-service migrate` without its lock: what the control runs to show that the lock is needed.
import { migrateUnlocked } from './contender.ts'

await migrateUnlocked(process.env['DATABASE_URL'] ?? '', {
  rolePrefix: process.env['SERVICE_ACP_DB_ROLE_PREFIX'] ?? '',
  log: (note) => console.error(note),
})
