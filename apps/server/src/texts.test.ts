import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Text, text, translateJson, translateMessage } from '@longreach/contract/i18n'
import { expect, test } from 'vitest'
import { readerOf } from './endpoint/locale.ts'
import { inEnglish, translate } from './texts.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const contract = path.join(root, 'packages/contract/src')
const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name))

/** Every text by its key, plurals under their common name. */
const catalogue = new Map<string, string[]>()
for (const file of filesIn(contract).filter((name) => name.endsWith('texts.en.json'))) {
  const domain = path.basename(path.dirname(file))
  for (const [key, said] of Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)) {
    const name = `${domain}.${key.replace(/_(one|other)$/, '')}`
    catalogue.set(name, [...(catalogue.get(name) ?? []), said])
  }
}

const sources = [contract, path.join(root, 'apps/server/src')]
  .flatMap(filesIn)
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|i18n\.ts$/.test(file))
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

test('every text is used, and every key that is used has a text', () => {
  const used = new Set([...sources.matchAll(/'([a-z]+\.\w+)'/g)].map(([, key]) => key as string))
  const prefixes = [...sources.matchAll(/\b(?:text|templateOf)\(`([a-z]+\.\w+)\$\{/g)].map(
    ([, prefix]) => prefix as string,
  )
  const isUsed = (key: string) => used.has(key) || prefixes.some((prefix) => key.startsWith(prefix))
  // Sentences of the audit log are found by the names of calls; a test beside them compares both.
  const isSentence = (key: string) => key.includes('.audit_')
  expect([...catalogue.keys()].filter((key) => !isUsed(key) && !isSentence(key))).toEqual([])
  const asked = [...sources.matchAll(/\btext\(\s*'([^']+)'/g)].map(([, key]) => key as string)
  expect(asked.filter((key) => !catalogue.has(key))).toEqual([])
})

test('a text gets the arguments it uses', () => {
  const calls = [...sources.matchAll(/\btext\(\s*'([^']+)'(?:,\s*\{((?:[^{}]|\{[^{}]*\})*)\})?/g)]
  const wrong = calls.flatMap(([, key = '', values = '']) => {
    const given = [...values.matchAll(/(?:^|,)\s*(\w+)\s*(?=[:,]|$)/g)].map(([, name]) => name as string)
    const asked = new Set(
      (catalogue.get(key) ?? []).flatMap((said) => [...said.matchAll(/\{\{(\w+)/g)].map((m) => m[1])),
    )
    return [...asked].filter((name) => !given.includes(name as string)).map((name) => `${key}: ${name}`)
  })
  expect(wrong).toEqual([])
})

test('a text may contain another, and any name of a device or a user', () => {
  const name = 'a "quoted" \\ = \u0091system.not_found\u0092 {{name}} $t(system.not_found)'
  const shown = 'a "quoted" \\ = system.not_found {{name}} $t(system.not_found)'
  const inner = text('actions.never_connected', { name })
  const whole = text('actions.log', { action: 'Reboot', message: inner })
  expect(inEnglish(whole)).toBe(`Reboot: ${shown} has never connected`)
  const json = translateJson(JSON.stringify({ message: whole }), (key, values) => inEnglish(text(key as never, values)))
  expect(JSON.parse(json)).toEqual({ message: `Reboot: ${shown} has never connected` })
})

test('plain English of older releases and halves of texts pass', () => {
  expect(inEnglish('The device restarted')).toBe('The device restarted')
  expect(inEnglish(text('system.not_found').slice(0, 6) as Text)).toBe('\u0091syste')
  expect(translateMessage('a', () => 'b')).toBe('a')
})

test('numbers have their plural', () => {
  expect(inEnglish(text('forms.too_short', { count: 1 }))).toBe('At least 1 character')
  expect(inEnglish(text('devices.too_many', { count: 10_000 }))).toBe(
    'More than 10,000 devices match. Narrow the filter',
  )
})

test('times in a sentence are in the zone that the reader selected, in that of the browser, or else in UTC', () => {
  const sentence = text('actions.waiting_until', { time: '2026-07-01 22:30:00' })
  const read = (cookie?: string) => translate(sentence, readerOf({ headers: { cookie } }))
  expect(read()).toBe('Waiting until 2026-07-01 22:30:00 (UTC)')
  expect(read('a=b; browser_timezone=Europe/Vilnius')).toBe('Waiting until 2026-07-02 01:30:00')
  expect(read('timezone=Asia%2FTokyo; browser_timezone=Europe/Vilnius')).toBe('Waiting until 2026-07-02 07:30:00')
  expect(read('timezone=No%2FWhere; browser_timezone=<script>')).toBe('Waiting until 2026-07-01 22:30:00 (UTC)')
  expect(inEnglish(text('actions.never_connected', { name: '2026-99-01 22:30:00' }))).toContain(
    '2026-99-01 22:30:00 has',
  )
})
