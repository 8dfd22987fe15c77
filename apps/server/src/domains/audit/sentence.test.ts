import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { endpoints } from '@longreach/contract'
import { refusedSignIn, reusedCookie } from '@longreach/contract/audit/endpoints'
import { routineActions } from '@longreach/contract/audit/routine'
import { text } from '@longreach/contract/i18n'
import { expect, test } from 'vitest'
import { changedFields } from './changes.ts'
import { type SentenceLine, sentenceKey, sentenceOf } from './sentence.ts'
import { isAudited } from './store.ts'
import { splitSaid } from './stored.ts'

const reader = { language: 'en', zone: null } as const

/** Actions whose lines are not written by a call. */
const otherActions = [
  refusedSignIn,
  reusedCookie,
  'actions.scheduled',
  'actions.tagged',
  'campaigns.halt',
  'devices.replace_key',
  'remote.trust_host_key',
  'system.rotate_key',
]
const actions = [
  ...endpoints
    .filter(({ name, method, kind }) => (method !== 'GET' || kind === 'download') && isAudited(name))
    .map(({ name }) => name),
  ...otherActions,
]

test('every audited call has a sentence, and every sentence a call', () => {
  expect(actions.filter((action) => sentenceKey(action, undefined, reader) === 'audit.unknown')).toEqual([])
  const contract = path.resolve(import.meta.dirname, '../../../../../packages/contract/src')
  const files = readdirSync(contract, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('texts.en.json'),
  )
  const keys = files.flatMap((name) =>
    Object.keys(JSON.parse(readFileSync(path.join(contract, name), 'utf8')))
      .filter((key) => key.startsWith('audit_'))
      .map((key) => `${path.dirname(name)}.${key}`),
  )
  expect(keys.length).toBeGreaterThan(80)
  const known = actions.map((action) => action.replace('.', '.audit_'))
  expect(keys.filter((key) => !known.some((one) => key === one || key.startsWith(`${one}_`)))).toEqual([])
  const routine: string[] = Object.values(routineActions).flat()
  expect(routine.filter((action) => !actions.includes(action))).toEqual([])
})

const line: SentenceLine = {
  action: 'devices.update',
  user_id: 1,
  username: 'ada',
  actor_id: null,
  actor_name: null,
  target: 'device',
  target_id: 7,
  before: null,
  after: null,
  said: {},
  changes: [],
}

function read(given: Partial<SentenceLine>) {
  const { after, said } = splitSaid(given.after ?? null)
  const whole = { ...line, ...given, after, said, changes: changedFields(given.before, after, reader) }
  const parts = sentenceOf(whole, reader)
  return { sentence: parts.map((part) => part.text).join(''), parts, changes: whole.changes }
}

test('names are those of the time and links, and never part of the text', () => {
  const renamed = read({ before: { name: 'Bus 12' }, after: { name: '{{who}} \u0091', $said: { name: 'Bus 12' } } })
  expect(renamed.sentence).toBe('ada renamed Bus 12 to {{who}} \u0091')
  expect(renamed.parts.at(-1)).toEqual({ text: '{{who}} \u0091', kind: 'device', id: 7 })
  expect(renamed.changes).toEqual([{ field: 'name', label: 'Name', before: 'Bus 12', after: '{{who}} \u0091' }])
  const moved = {
    action: 'companies.move',
    target: 'company',
    before: { parent_id: 1 },
    after: { parent_id: 2, $said: { name: 'Depot', mentions: { company: { kind: 'company', id: 2, name: 'Coast' } } } },
  }
  expect(read(moved)).toMatchObject({ sentence: 'ada moved Depot to Coast', changes: [] })
  const acting = { actor_id: 9, actor_name: 'root' }
  expect(read({ ...acting, after: { $said: { name: 'Bus 12' } } }).sentence).toBe('root as ada edited Bus 12')
  const titled = {
    action: 'actions.execute',
    target: 'action',
    after: { devices: [1, 2], $said: { name: text('actions.title_reboot') } },
  }
  expect(read(titled).sentence).toBe('ada started Reboot on 2 devices')
})

test('lines of older releases have a plain sentence of what they have', () => {
  expect(read({ after: { report_interval: 60 } }).sentence).toBe('ada edited a device')
  expect(read({ action: 'companies.move', target: 'company', after: { parent_id: 2 } }).sentence).toBe(
    'ada moved a company to another company',
  )
  expect(read({ action: 'tags.delete', target: 'tag', before: { name: 'Blue' } }).sentence).toBe(
    'ada deleted the tag Blue',
  )
  expect(read({ action: 'boats.sink', target: 'boat', target_id: 3 }).sentence).toBe('ada changed something')
  expect(read({ username: null, action: 'system.rotate_key', target: null }).sentence).toBe(
    'The encryption key of the installation was changed',
  )
})

test('secrets are hidden, ids are left out, lists show what came and went', () => {
  const { changes } = read({
    before: { permissions: ['view_tags', 'delete_tags'], password: '•••', company_id: 1, same: 1, note: '' },
    after: { permissions: ['view_tags', 'create_tags'], password: '•••', company_id: 2, same: 1, note: null, on: true },
  })
  expect(changes).toEqual([
    expect.objectContaining({ field: 'permissions', added: [expect.any(String)], removed: [expect.any(String)] }),
    { field: 'password', label: 'Password', before: 'hidden', after: 'changed' },
    { field: 'on', label: 'On', before: null, after: 'Yes' },
  ])
})
