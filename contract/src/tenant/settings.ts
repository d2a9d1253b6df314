// What a tenant decides for itself: how it is called, and what days and words it goes by.
import { type Static, Type } from 'typebox'
import { Choice, Closed, Text, Timestamp } from '../schema.ts'

const Name = Text({ minLength: 1, maxLength: 200, description: 'How the tenant is called' })
const TimeZone = Type.String({
  pattern: '^[A-Za-z][A-Za-z0-9_+/-]*$',
  maxLength: 64,
  description: 'Name in the IANA time zone database; days begin and end by it',
  examples: ['Europe/Berlin'],
})
const Language = Choice(['en', 'de'], {
  description: 'Of the dashboard, for people who have not chosen one of their own',
})
const WeekStart = Choice(['monday', 'saturday', 'sunday'], {
  description: 'First day of the week in calendars',
})

export const Settings = Closed(
  {
    name: Name,
    time_zone: TimeZone,
    language: Language,
    week_start: WeekStart,
    version: Type.Integer({
      minimum: 1,
      description: 'Counts every change; the ETag is made of it',
    }),
    updated_at: Timestamp(),
  },
  { description: 'What a tenant decides for itself' },
)
export type Settings = Static<typeof Settings>

export const SettingsChange = Closed(
  {
    name: Type.Optional(Name),
    time_zone: Type.Optional(TimeZone),
    language: Type.Optional(Language),
    week_start: Type.Optional(WeekStart),
  },
  { minProperties: 1, description: 'JSON merge patch (RFC 7396): what is left out stays' },
)
export type SettingsChange = Static<typeof SettingsChange>
