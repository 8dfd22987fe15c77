import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { findLiterals } from './literals.ts'

const literals = (code: string, lang: 'ts' | 'tsx' = 'tsx') => [...new Set(findLiterals(parseAst(code, { lang })))]
const source = path.resolve(import.meta.dirname, '../src')

test('every text a user reads comes from a catalogue', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !/\.test\.tsx?$|(^|\/)test\//.test(file))
  expect(files.length).toBeGreaterThan(300)
  const found = files.flatMap((file) =>
    literals(readFileSync(path.join(source, file), 'utf8'), file.endsWith('x') ? 'tsx' : 'ts').map(
      (text) => `${file}: ${text}`,
    ),
  )
  expect(found).toEqual([])
})

test.each([
  ['text between tags', '<p>Not translated</p>'],
  ['an expression between tags', "<p>{ready ? 'Not translated' : null}</p>"],
  ['a template', '<p>{`Not translated`}</p>'],
  ['an attribute', '<Button aria-label="Not translated" />'],
  ['an expression in an attribute', "<Field hint={open ? 'Not translated' : undefined} />"],
  ['a field of an object', "windows.open({ id: 'a', title: 'Not translated' })"],
  ['a toast', "toast('Not translated', 'error')"],
])('%s is found', (_, code) => {
  expect(literals(code)).toHaveLength(1)
})

test.each([
  ['names for programs', '<div className="grid" data-state="open" style={{ width: "auto" }}>{t("ui:save")}</div>'],
  ['units and abbreviations', '<Fact label="RSRP">{`5 dBm`} · 1 MB</Fact>'],
])('%s are not', (_, code) => {
  expect(literals(code)).toEqual([])
})
