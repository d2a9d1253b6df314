// The texts of the dashboard, by area. The English ones around every screen are part of the main script; all others are
// loaded when a screen first needs them.
import i18next, { type BackendModule, type ResourceKey } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { countsByLocale, type LocaleOf } from './counts-by-locale.ts'
import common from './en/common.json' with { type: 'json' }
import shell from './en/shell.json' with { type: 'json' }
import type { Words } from './words.ts'

export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES
export type Area = keyof Words

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'common'
    resources: Words
  }
}

const remembered = 'task-service.language'

export function currentLanguage(): Language {
  const wished = localStorage.getItem(remembered) ?? navigator.language.slice(0, 2)
  return wished in LANGUAGES ? (wished as Language) : 'en' // checked in the same line
}

const files = import.meta.glob<object>('./{en,de}/*.json', { import: 'default' })

const fetched: BackendModule = {
  type: 'backend',
  init: () => {},
  read(language, area, done) {
    const load = files[`./${language}/${area}.json`]
    if (!load) return done(new Error(`no words for ${area} in ${language}`), null)
    load().then(
      (words) => done(null, words as ResourceKey), // the content of the files of that area
      (error: Error) => done(error, null),
    )
  },
}

export async function startWords(localeOf: LocaleOf): Promise<void> {
  const language = currentLanguage()
  document.documentElement.lang = language
  await i18next
    .use(initReactI18next)
    .use(fetched)
    .use(countsByLocale(localeOf))
    .init({
      lng: language,
      // Every language has every word; a test sees to it.
      fallbackLng: false,
      defaultNS: 'common',
      ns: ['common', 'shell'],
      resources: { en: { common, shell } },
      partialBundledLanguages: true,
      interpolation: { escapeValue: false, alwaysFormat: true }, // React escapes
    })
}

/** A screen with its words, fetched side by side. */
export function withWords<Module>(
  areas: readonly Area[],
  load: () => Promise<Module>,
): () => Promise<Module> {
  return async () => {
    const [module] = await Promise.all([load(), loadWords(i18next.language, areas)])
    return module
  }
}

/** Fails if they cannot be fetched; i18next would show their names instead, and not ask for them again. */
async function loadWords(language: string, areas: readonly string[]): Promise<void> {
  const add = async (area: string) => {
    const load = files[`./${language}/${area}.json`]
    if (load) i18next.addResourceBundle(language, area, await load())
  }
  await Promise.all(
    areas.filter((area) => !i18next.hasResourceBundle(language, area)).map((area) => add(area)),
  )
  await i18next.loadNamespaces(areas)
}

/** Fails without a change if the words cannot be fetched. */
export async function speak(language: Language): Promise<void> {
  await loadWords(language, [i18next.options.ns ?? []].flat())
  localStorage.setItem(remembered, language)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}
