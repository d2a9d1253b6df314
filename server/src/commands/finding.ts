// The result of one check of `doctor`.

export type Finding = {
  check: string
  state: 'ok' | 'warn' | 'fail'
  detail: string
  fix?: string
}
