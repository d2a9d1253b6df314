// The exit codes of the program; scripts rely on these numbers.

export const exitCodes = {
  ok: { code: 0, meaning: 'Success.' },
  failed: { code: 1, meaning: 'Unexpected error.' },
  usage: { code: 2, meaning: 'Unknown command or option, or an invalid value.' },
  not_found: { code: 3, meaning: 'The object does not exist.' },
  unauthenticated: { code: 4, meaning: 'No API key, an invalid key, or a missing permission.' },
  rejected: { code: 5, meaning: 'The request was rejected, or a part of the work failed.' },
  conflict: { code: 6, meaning: 'The object changed, or its state does not allow the request.' },
  unavailable: { code: 7, meaning: 'The server is unreachable, overloaded or rate limiting.' },
  interrupted: { code: 130, meaning: 'Interrupted with Ctrl+C.' },
  terminated: { code: 143, meaning: 'Terminated with SIGTERM.' },
} as const

export type ExitName = keyof typeof exitCodes
