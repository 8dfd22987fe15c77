import i18next from 'i18next'
import { beforeAll, expect, test } from 'vitest'
import { startTexts } from '../i18n/i18n.ts'
import './texts.ts'
import '../domains/companies/texts.ts'
import '../domains/mail/texts.ts'
import '../domains/notices/texts.ts'
import '../domains/roles/texts.ts'
import '../domains/tags/texts.ts'
import '../domains/users/texts.ts'
import '../domains/users/invitation-texts.ts'
import { declaredForms, findFormPage } from './registry.ts'

beforeAll(startTexts)

test('S2.104 S3.76: every declared form has a page of its name; without what it is about there is none', () => {
  expect(findFormPage('newTag', undefined)?.form.name).toBe('newTag')
  expect(findFormPage('editTag', '7')?.form.name).toBe('editTag')
  expect(findFormPage('editTag', undefined)).toBeUndefined()
  expect(findFormPage('constructor', undefined)).toBeUndefined()
  expect(new Set(declaredForms.map(({ name }) => name)).size).toBe(declaredForms.length)
})

test('every form is drawn by the pages of its domain', async () => {
  for (const { name } of declaredForms) {
    const pages = await findFormPage(name, '1')?.load()
    expect(pages?.[name], name).toBeTypeOf('function')
  }
})

test.each(declaredForms.map((form) => [form.name, form] as const))('%s: all its words are texts', (_name, form) => {
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
