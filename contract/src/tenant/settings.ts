// Settings of a tenant: display name, time zone, language and week start.
import { type Static, Type } from 'typebox'
import { worded } from '../patterns.ts'
import { Choice, Closed, Text, Timestamp } from '../schema.ts'

const Name = Text({ minLength: 1, maxLength: 200, description: 'Display name of the tenant' })
export const TimeZone = (
  description = 'IANA time zone name; days start and end in this time zone',
) =>
  Type.String({
    pattern: worded(
      '^[A-Za-z][A-Za-z0-9_+/-]*$',
      'must be an IANA time zone name, for example Europe/Berlin',
      { echo: true },
    ),
    maxLength: 64,
    description,
    examples: ['Europe/Berlin'],
  })
const Language = Choice(['en', 'de'], {
  description: 'Default language of the dashboard; users can choose another',
})
const WeekStart = Choice(['monday', 'saturday', 'sunday'], {
  description: 'First day of the week in calendars',
})

export const Settings = Closed(
  {
    name: Name,
    time_zone: TimeZone(),
    language: Language,
    week_start: WeekStart,
    version: Type.Integer({
      minimum: 1,
      description: 'Incremented on every change; basis of the ETag',
    }),
    updated_at: Timestamp(),
  },
  { description: 'Settings of a tenant' },
)
export type Settings = Static<typeof Settings>

export const SettingsChange = Closed(
  {
    name: Type.Optional(Name),
    time_zone: Type.Optional(TimeZone()),
    language: Type.Optional(Language),
    week_start: Type.Optional(WeekStart),
  },
  { minProperties: 1, description: 'JSON Merge Patch (RFC 7396): omitted fields are unchanged' },
)
export type SettingsChange = Static<typeof SettingsChange>
