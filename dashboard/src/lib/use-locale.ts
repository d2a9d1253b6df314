// How dates and figures are written: as the browser is used to, when that is the language on the screen.
import { useTranslation } from 'react-i18next'

export function localeOf(language: string): string {
  return navigator.languages.find((one) => one.split('-')[0] === language) ?? language
}

export function useLocale(): string {
  return localeOf(useTranslation().i18n.language)
}
