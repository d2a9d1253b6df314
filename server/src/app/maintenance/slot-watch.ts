// Reports the replication slots of the server in the metrics: one without a consumer fills the disk with WAL.
import type { Database } from '#db/database.ts'
import { listSlots, type ReplicationSlot } from '#db/operate/replication-slots.ts'
import type { Logger } from '#observe/log.ts'
import { observeGauge, observeLabeledGauge } from '#observe/metrics.ts'

const LOOK_EVERY_MS = 5_000

export type SlotWatchOptions = {
  db: Pick<Database, 'maintenance'>
  log: Pick<Logger, 'warn'>
}

export type SlotWatch = { look: () => Promise<void>; stop: () => void }

export function watchSlots({ db, log }: SlotWatchOptions): SlotWatch {
  let slots: ReplicationSlot[] = []
  observeLabeledGauge(
    'task_service.replication_slot.retained_bytes',
    'WAL that PostgreSQL retains for a replication slot',
    () =>
      slots.map(({ slot, is_active: isActive, retained_bytes: bytes }) => ({
        value: bytes ?? 0,
        labels: { slot, active: String(isActive) },
      })),
  )
  observeGauge(
    'task_service.replication_slots.inactive',
    'Replication slots without a consumer',
    () => slots.filter((one) => !one.is_active).length,
  )
  async function look(): Promise<void> {
    slots = await listSlots(db.maintenance)
  }
  const timer = setInterval(() => {
    look().catch((error: unknown) =>
      log.warn({ err: error }, 'failed to read the replication slots'),
    )
  }, LOOK_EVERY_MS)
  return { look, stop: () => clearInterval(timer) }
}
