import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import './texts.ts'
import { domains } from '../app/domains.ts'
import type { Domain, FormPage } from '../registry/domain.ts'
import { loadFormPage } from './registry.ts'

const declared = await Promise.all(
  (domains as readonly Domain[]).flatMap(({ forms }) =>
    forms ? [forms.load().then(({ pages }) => ({ names: forms.names, pages }))] : [],
  ),
)
const pages: readonly FormPage[] = declared.flatMap((one) => one.pages)

beforeAll(startTexts)

test('every declared form has a page of its name, and none without its object', async () => {
  expect((await loadFormPage('newTag'))?.form.name).toBe('newTag')
  expect(await loadFormPage('editTag')).toMatchObject({ form: { name: 'editTag' }, needsId: true })
  expect(await loadFormPage('constructor')).toBeUndefined()
  expect(new Set(pages.map(({ form }) => form.name)).size).toBe(pages.length)
})

test('every form is drawn by the pages of its domain', () => {
  expect(pages.length).toBeGreaterThan(10)
  for (const { names, pages: own } of declared)
    expect(own.map(({ form }) => form.name).sort()).toEqual([...names].sort())
})

test.each(pages.map(({ form }) => [form.name, form] as const))('%s: all its words are texts', (_name, form) => {
  const keys = [form.title, form.submit]
  for (const field of form.fields) {
    for (const name of ['label', 'hint', 'subtext', 'placeholder', 'addon'] as const) {
      const key = (field as unknown as Record<string, unknown>)[name]
      if (typeof key === 'string') keys.push(key)
    }
    if ('options' in field) keys.push(...field.options.map(({ label }) => label))
  }
  expect(keys.filter((key) => !i18next.exists(key))).toEqual([])
})
