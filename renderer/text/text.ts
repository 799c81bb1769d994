import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { TextKey } from './en.ts'
import { en } from './en.ts'
import { ru } from './ru.ts'

export type Language = 'en' | 'ru'
export type TextValues = { readonly [name: string]: string | number }
export type Translate = (key: TextKey, values?: TextValues) => string

/** Both languages are bundled, so this settles before the first render. */
export const startTexts = (language: Language): void => {
  void i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: 'en',
    resources: { en: { translation: en }, ru: { translation: ru } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  document.documentElement.lang = language
}

export const setLanguage = (language: Language): void => {
  if (i18next.language !== language) void i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export const translate: Translate = (key, values) => i18next.t(key, { ...values })

/** Texts and the language they are in; the component renders again when it changes. */
export const useText = (): { readonly t: Translate; readonly language: Language } => {
  const { i18n } = useTranslation()
  return { t: translate, language: i18n.language === 'ru' ? 'ru' : 'en' }
}

/** The setting decides, else the first of the given tags that starts with a language we have. */
export const chooseLanguage = (setting: 'system' | Language, systemTags: readonly string[]): Language => {
  if (setting !== 'system') return setting
  const first = systemTags[0]?.toLowerCase() ?? 'en'
  return first === 'ru' || first.startsWith('ru-') ? 'ru' : 'en'
}
