import { expect, test } from 'vitest'
import type { Project } from './project.ts'
import { checkTerms, readRefused } from './terms.ts'

const table = `# Terms

## Refused words

| Words | Say | Where |
|---|---|---|
| told, tells, begun | notified | everywhere |
| is away | offline | everywhere |
| held | locked | names |
| email, left out | e-mail | texts |

## Messages

| Situation | Say | Not |
|---|---|---|
| done | Done | 3 were told |
`

function projectOf(files: Readonly<Record<string, string>>, terms = table): Project {
  const all: Record<string, string> = { 'docs/terms.md': terms, ...files }
  return {
    files: (folder) => Object.keys(all).filter((file) => file.startsWith(`${folder}/`)),
    exists: (file) => file in all,
    read: (file) => all[file] ?? '',
  }
}

const check = (file: string, text: string) => checkTerms(projectOf({ [file]: text }))

const source = 'apps/server/src/one.ts'

test('the words are those of the table, and of no other', () => {
  expect(readRefused(projectOf({}))).toEqual([
    { words: ['told', 'tells', 'begun'], instead: 'notified', where: 'everywhere' },
    { words: ['is away'], instead: 'offline', where: 'everywhere' },
    { words: ['held'], instead: 'locked', where: 'names' },
    { words: ['email', 'left out'], instead: 'e-mail', where: 'texts' },
  ])
  expect(checkTerms(projectOf({}, '# Terms\n'))).toEqual(['docs/terms.md: has no table of refused words'])
})

test.each([
  ['an identifier', source, 'const toldAll = 1', 'told'],
  ['a constant', 'agent/lib/10-base.sh', 'TOLD_AT=1', 'told'],
  ['a comment', source, '// Tells all.', 'tells'],
  ['a block comment', source, '/** Tells all. */', 'tells'],
  ['a string', 'e2e/one.spec.ts', "test('it is told')", 'told'],
  ['a phrase', 'scripts/one.mjs', '// While it is away', 'is away'],
  ['a sentence of a catalogue', 'packages/contract/src/roles/texts.en.json', '{ "a": "You were told" }', 'told'],
  ['a key of a catalogue', 'apps/console/src/domains/tags/en/tags.json', '{ "told": "Done" }', 'told'],
  ['an identifier of a word for names', source, 'const heldRows = []', 'held'],
])('%s is refused', (_, file, text, word) => {
  const instead = word === 'held' ? 'locked' : word === 'is away' ? 'offline' : 'notified'
  expect(check(file, text)).toEqual([`${file}:1: '${word}' is refused by docs/terms.md; say ${instead}`])
})

const catalogue = 'packages/contract/src/mail/texts.en.json'

test.each([
  ['a word for texts in a sentence', '{ "sent": "An email was sent" }', 'email'],
  ['a phrase for texts in a sentence', '  "left": "{{count}} devices are left out",', 'left out'],
])('%s is refused', (_, text, word) => {
  expect(check(catalogue, text)).toEqual([`${catalogue}:1: '${word}' is refused by docs/terms.md; say e-mail`])
})

test('a file name is refused', () => {
  const file = 'apps/server/src/held-rows.ts'
  expect(check(file, '')).toEqual([`${file}: 'held' is refused by docs/terms.md; say locked`])
})

test.each([
  ['another word that contains one', source, 'const untoldness = retold'],
  ['a word for names in a comment', source, '// A lock is held until then.'],
  ['a word for names in a string', source, "log.info('lock held')"],
  ['what devices of older releases send', source, "const text = 'begun, not finished'"],
  ['an applied migration', 'apps/server/src/db/migrations/0001_init.sql', '-- What it was told.'],
  ['a word for texts in a key and a placeholder', catalogue, '  "email": "{{email}} was verified",'],
  ['a word for texts in code', source, 'const email = "email" // left out'],
  ['a text of the specification', catalogue, '  "title": "Please enter your email address",'],
  ['a document', 'docs/operations.md', 'It was told.'],
])('%s is allowed', (_, file, text) => {
  expect(check(file, text)).toEqual([])
})
