// The words on the screen: English comes with the program, other languages are fetched when they are chosen.
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { en } from './en.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: typeof en
  }
}

const remembered = 'task-service.language'

export function currentLanguage(): Language {
  const wished = localStorage.getItem(remembered) ?? navigator.language.slice(0, 2)
  return wished in LANGUAGES ? (wished as Language) : 'en' // checked in the same line
}

export async function startWords(): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    defaultNS: 'common',
    ns: Object.keys(en),
    resources: { en },
    interpolation: { escapeValue: false }, // React escapes
  })
  await speak(currentLanguage())
}

export async function speak(language: Language): Promise<void> {
  if (language === 'de' && !i18next.hasResourceBundle('de', 'common')) {
    const { de } = await import('./de.ts')
    for (const [area, words] of Object.entries(de)) i18next.addResourceBundle('de', area, words)
  }
  localStorage.setItem(remembered, language)
  document.documentElement.lang = language
  await i18next.changeLanguage(language)
}
