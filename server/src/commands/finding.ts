// The result of one check of `doctor`.

export type Finding = { check: string; ok: boolean; detail: string; mend?: string }
