import i18next from 'i18next'
import { useSyncExternalStore } from 'react'
import { en, type TextKey } from './en/en.ts'
import { ru } from './ru/ru.ts'

export type Language = 'en' | 'ru'
export type TextValues = { readonly [name: string]: string | number }
export type Translate = (key: TextKey, values?: TextValues) => string

/** Both languages are bundled, so this settles before the first render. */
export const startTexts = (language: Language): void => {
  void i18next.init({
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

type Texts = { readonly [key: string]: string }

const texts: { [L in Language]: Texts } = { en, ru }

/** Texts of a part that loads when it is first wanted. */
export const addTexts = (more: { readonly [L in Language]: Texts }): void => {
  for (const language of ['en', 'ru'] as const) {
    texts[language] = { ...texts[language], ...more[language] }
    i18next.addResources(language, 'translation', more[language])
  }
}
const languageNow = (): Language => (i18next.language === 'ru' ? 'ru' : 'en')

type Marks = readonly [open: string, close: string, innerOpen: string, innerClose: string]

const marks: { readonly [L in Language]: Marks } = { en: ['“', '”', '‘', '’'], ru: ['«', '»', '„', '“'] }

/** Values in quotes, with their own quotes turned into inner ones; all others unchanged. */
const nested = (key: TextKey, values: TextValues): TextValues => {
  const [open, close, innerOpen, innerClose] = marks[languageNow()]
  const isQuoting = (value: string | number): value is string => typeof value === 'string' && value.includes(open)
  if (!Object.values(values).some(isQuoting)) return values
  const template = i18next.t(key, { ...values, skipInterpolation: true })
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isQuoting(value) && template.includes(`${open}{{${name}}}${close}`)
        ? value.replaceAll(open, innerOpen).replaceAll(close, innerClose)
        : value,
    ]),
  )
}

/** A text without values is only looked up: most are, and a screen has hundreds. */
export const translate: Translate = (key, values) =>
  (values === undefined ? texts[languageNow()][key] : undefined) ?? i18next.t(key, { ...nested(key, values ?? {}) })

const followLanguage = (listener: () => void): (() => void) => {
  i18next.on('languageChanged', listener)
  return () => i18next.off('languageChanged', listener)
}

/** Texts and the language they are in; the component renders again when it changes. */
export const useText = (): { readonly t: Translate; readonly language: Language } => ({
  t: translate,
  language: useSyncExternalStore(followLanguage, languageNow),
})

/** The setting decides, else the first of the given tags that starts with a language we have. */
export const chooseLanguage = (setting: 'system' | Language, systemTags: readonly string[]): Language => {
  if (setting !== 'system') return setting
  const first = systemTags[0]?.toLowerCase() ?? 'en'
  return first === 'ru' || first.startsWith('ru-') ? 'ru' : 'en'
}
