import i18next from 'i18next'
import { expect, test } from 'vitest'
import { domains } from '../app/domains.ts'
import { registerDomains } from '../registry/registered.ts'
import { loadHelp } from '../shell/lazy/help-texts.ts'
import { startLanguage, textOf } from './i18n.ts'

type Texts = { [key: string]: string | Texts }
const english = import.meta.glob<Texts>(['../**/en/*.json', '!../test/**'], { import: 'default' })

/** The same keys with each text in brackets: a text without them does not come from the language files. */
const bracketed = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, text]) => [key, typeof text === 'string' ? `⟦${text}⟧` : bracketed(text)]),
  )

const pseudo = Object.fromEntries(
  Object.entries(english).map(([path, read]) => [path.replace('/en/', '/qq/'), async () => bracketed(await read())]),
)

test('the files of another language replace every English text', async () => {
  await startLanguage('qq', pseudo)
  registerDomains(domains)
  const catalogues = i18next.store.data
  const untranslated: string[] = []
  const compare = (path: string, texts: Texts, other: Texts | undefined) => {
    for (const [key, text] of Object.entries(texts)) {
      const translated = other?.[key]
      // The contract contains its own namespace, which has no files here.
      if (path === 'texts') continue
      if (typeof text !== 'string') compare(`${path}.${key}`, text, translated as Texts | undefined)
      else if (translated !== `⟦${text}⟧`) untranslated.push(`${path}.${key}`)
    }
  }
  for (const [namespace, texts] of Object.entries(catalogues.en ?? {}))
    compare(namespace, texts as Texts, catalogues.qq?.[namespace] as Texts | undefined)
  expect(untranslated).toEqual([])
  expect((await loadHelp())['tags.main']?.title).toBe('⟦Tags⟧')
  expect(textOf('tags:menu.tags')).toBe('⟦Tags⟧')
  expect(textOf('devices:ways.password')).toBe('⟦Serial number and password⟧')
})

test('a text that a language lacks is English', async () => {
  await startLanguage('zz', { '../i18n/zz/ui.json': async () => ({ retry: 'Noch einmal' }) })
  expect(textOf('retry')).toBe('Noch einmal')
  expect(textOf('save')).toBe('Save')
})
