// What a vendor may answer besides what was asked for, and what the API has to say about it.
import type { Integration, SyncError } from '@task-service/contract'
import type { RemoteRef } from '@task-service/kit'

export type Answer = {
  name: string
  /** From now on the vendor answers so; about this item, where it is about one. */
  begin: (ref: RemoteRef) => Promise<unknown>
  end?: () => Promise<unknown>
  says: {
    kind: SyncError['kind']
    /** Of the integration, unless it is about one change only. */
    state?: Integration['state']
    text?: RegExp
    fix?: RegExp
  }
  /** What users do about it; without one it recovers automatically. */
  remedy?: 'credential' | 'check' | 'retry'
  /** Nothing is asked of the vendor for so long. */
  waitMs?: number
  /** At full size only: it takes long. */
  full?: true
}

export const failing = (kind: SyncError['kind']) => ({ state: 'failing' as const, kind })

/** What the vendor was asked, since it was started. */
export type Asked = { status: number | null; at: number }

export type Answers = {
  reading: Answer[]
  /** Each of one write to one item. */
  writing: Answer[]
  creating: Answer[]
  listAsked: () => Promise<Asked[]>
}
