// The e-mail digest of an inbox: when a person gets it, and at which confirmed address.
import { type Static, Type } from 'typebox'
import { worded } from '../patterns.ts'
import { Choice, Closed, Nullable, Text, Timestamp } from '../schema.ts'
import { TimeZone } from './settings.ts'

export const DIGEST_FREQUENCIES = ['off', 'daily', 'weekly'] as const
export const DIGEST_LANGUAGES = ['en', 'de'] as const
/** Of the code that confirms an address. */
export const DIGEST_CODE_HOURS = 24

const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
export const EmailAddress = Type.String({
  pattern: worded(
    `^[A-Za-z0-9.!#$%&'*+/=?^_{|}~-]{1,64}@${label}(?:\\.${label})+$`,
    'must be an e-mail address, for example ada@example.com',
    { echo: true },
  ),
  maxLength: 254,
  examples: ['ada@example.com'],
})

const Frequency = Choice(DIGEST_FREQUENCIES, {
  description: '`weekly`: on Mondays. Nothing is sent if nothing is unread.',
})
const Hour = Type.Integer({
  minimum: 0,
  maximum: 23,
  description: 'Hour of the day in `time_zone`',
})
const Zone = TimeZone('IANA time zone name')
const Language = Choice(DIGEST_LANGUAGES, { description: 'Language of the e-mails' })

export const Digest = Closed(
  {
    available: Type.Boolean({ description: 'false if the operator has not configured e-mail' }),
    frequency: Frequency,
    hour: Hour,
    time_zone: Zone,
    language: Language,
    address: Nullable(Type.String(), { description: 'Confirmed address; null without one' }),
    unconfirmed_address: Nullable(Type.String(), {
      description: 'Address that a code was sent to; used once it is confirmed',
    }),
    code_expires_at: Nullable(Timestamp('When the code expires')),
    address_rejected: Type.Boolean({
      description:
        'The mail server rejected the address three times in a row; it is no longer used',
    }),
    next_at: Nullable(Timestamp('The next digest; null if none is due')),
    last_sent_at: Nullable(Timestamp('The last digest that was sent')),
  },
  { description: 'The e-mail digest of your inbox' },
)
export type Digest = Static<typeof Digest>

export const DigestChange = Closed(
  {
    frequency: Type.Optional(Frequency),
    hour: Type.Optional(Hour),
    time_zone: Type.Optional(Zone),
    language: Type.Optional(Language),
  },
  { minProperties: 1, description: 'Omitted fields are unchanged' },
)
export type DigestChange = Static<typeof DigestChange>

export const DigestAddress = Closed({ address: EmailAddress })
export type DigestAddress = Static<typeof DigestAddress>

export const DigestCode = Closed({
  code: Text({ minLength: 1, maxLength: 40, description: 'Code of the e-mail', writeOnly: true }),
})
export type DigestCode = Static<typeof DigestCode>
