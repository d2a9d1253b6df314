// The result of one check of `doctor`.

export type Finding = {
  check: string
  state: 'ok' | 'warn' | 'fail'
  /** Of a failed connection, for programs. */
  cause?: string
  detail: string
  fix?: string
}
