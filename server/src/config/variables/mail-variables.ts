// The variables of the e-mail server, a part of the one table in schema.ts.
import type { Variable } from './variable.ts'

export const mailVariables = {
  SERVICE_ACP_SMTP_URL: {
    type: 'smtp-url',
    group: 'mail',
    default: null,
    secret: true,
    help: 'SMTP server for the e-mail digest of the inbox. Unset: no e-mail is sent.',
  },
  SERVICE_ACP_SMTP_FROM: {
    type: 'string',
    group: 'mail',
    default: null,
    secret: false,
    pattern:
      /^(?:[^<>"\\,;:@\p{Cc}]{1,100} <[^\s<>@,;:"\\]{1,64}@[A-Za-z0-9.-]{1,253}>|[^\s<>@,;:"\\]{1,64}@[A-Za-z0-9.-]{1,253})$/u,
    accepts: 'an address such as tasks@example.com or Task Service <tasks@example.com>',
    help: 'Sender of e-mails.',
  },
} as const satisfies Record<string, Variable>
