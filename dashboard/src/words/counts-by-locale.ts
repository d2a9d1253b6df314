// Writes counts in texts as the user's locale does: 15,000 or 15.000.
import type { FormatterModule } from 'i18next'

export type LocaleOf = (language: string) => string

const ignore = () => undefined

/** Only `count`: other numbers, such as those of tasks, are names. */
export function countsByLocale(localeOf: LocaleOf): FormatterModule {
  return {
    type: 'formatter',
    init: ignore,
    add: ignore,
    addCached: ignore,
    format: (value: unknown, _format, language = 'en', options = {}) =>
      typeof value === 'number' && options['interpolationkey'] === 'count'
        ? value.toLocaleString(localeOf(language))
        : (value as string), // i18next turns it into text
  }
}
