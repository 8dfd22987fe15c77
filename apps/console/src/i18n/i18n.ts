import forms from '@longreach/contract/forms/texts.en.json' with { type: 'json' }
import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import shell from './en/shell.json' with { type: 'json' }
import ui from './en/ui.json' with { type: 'json' }
import type { Translations } from './translations.ts'

type Ui = typeof ui
type Screens = typeof shell

/** Texts without a domain; the lists add theirs. */
export interface CommonTexts extends Ui {}

/** Texts of the screens that replace the console; the frame adds its own. */
export interface ShellTexts extends Screens {}

/** All texts of the console by namespace. Each domain adds its own in its `texts.ts`. */
export interface Texts {
  shell: ShellTexts
  ui: CommonTexts
}

/** Texts of the domains that were added before the start. */
const added: (readonly [namespace: string, texts: object])[] = []
let started = false

/** The language of the console. English is built in; files of any other language replace its texts key by key. */
export const language = 'en'

export const startTexts = () => startLanguage(language)

export async function startLanguage(chosen: string, files?: Translations): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: chosen,
    fallbackLng: 'en',
    // The contract's messages about values, beside the console's own texts.
    resources: { en: { shell, texts: { forms }, ui } },
    defaultNS: 'ui',
    // React already escapes.
    interpolation: { escapeValue: false },
  })
  started = true
  for (const [namespace, texts] of added) load(namespace, texts)
  if (chosen !== 'en') await (await import('./translations.ts')).loadLanguage(chosen, files)
}

/** Adds texts to a namespace. The labels of a domain are available from the start, the rest with its first screen. */
export function addTexts(namespace: string, texts: object): void {
  added.push([namespace, texts])
  if (started) load(namespace, texts)
}

const load = (namespace: string, texts: object) => i18next.addResourceBundle('en', namespace, texts, true, true)

/** The text of a key that comes from data, so it has no type: `tags:form.name`. */
export const textOf = (key: string, values: object = {}): string => String(i18next.t(key as never, values as never))
