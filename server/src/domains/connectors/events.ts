// Events of connectors: enrolled, re-synced after a restore, and frozen.
import type { ConnectorNews } from '@task-service/contract'
import type { NewEvent } from '#events/emit.ts'
import { encodeId } from '#lib/ids.ts'

export function connectorEvent(
  type: 'connector.enrolled' | 'connector.resynced' | 'connector.frozen',
  row: { id: string; name: string },
  reason: string | null,
): NewEvent {
  const data: ConnectorNews = {
    id: encodeId('connector', row.id),
    name: row.name,
    state: type === 'connector.frozen' ? 'frozen' : 'online',
    reason,
  }
  return { type, subjectId: row.id, data }
}
