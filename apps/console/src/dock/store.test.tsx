import { beforeEach, expect, test } from 'vitest'
import { createDock } from './store.ts'

const tab = (id: string, kind = 'shell') => ({ id, kind, title: id, data: {} })
const known = (kind: string) => kind === 'shell'

beforeEach(() => sessionStorage.clear())

/** A page of the user, with what earlier ones in this browser tab have left. */
function page(user: number) {
  const dock = createDock()
  dock.restore(user, known)
  return dock
}

test('tabs are restored after a reload, with nothing said about what they show', () => {
  const before = page(1)
  before.open(tab('a'))
  before.open(tab('b'))
  before.update('a', { live: true, note: 'root', data: { session: 7 } })
  before.show('a')
  before.minimise()
  const { tabs, shown, minimised } = page(1).state()
  expect(tabs).toEqual([{ ...tab('a'), note: 'root', data: { session: 7 } }, tab('b')])
  expect([shown, minimised]).toEqual(['a', true])
})

test('tabs of another user, and kinds that are not known, are dropped', () => {
  const before = page(1)
  before.open(tab('a'))
  before.open(tab('b', 'of another release'))
  expect(page(2).state().tabs).toEqual([])
  const again = page(1)
  again.open(tab('c'))
  before.restore(3, known)
  expect(before.state().tabs).toEqual([])
})

test('a tab of an unknown kind that was shown gives way to one that is left', () => {
  const before = page(1)
  before.open(tab('a'))
  before.open(tab('b', 'of another release'))
  expect(page(1).state()).toMatchObject({ tabs: [tab('a')], shown: 'a' })
})

test('closing shows the next tab, and the last one leaves an empty dock', () => {
  const dock = page(1)
  for (const id of ['a', 'b', 'c']) dock.open(tab(id))
  dock.show('b')
  dock.putBeside('c')
  dock.remove('b')
  expect(dock.state()).toMatchObject({ shown: 'c', beside: null })
  dock.remove('c')
  expect(dock.state().shown).toBe('a')
  dock.remove('a')
  expect(dock.state()).toMatchObject({ tabs: [], shown: null, minimised: false })
  expect(sessionStorage.getItem('dock')).toBeNull()
})

test('showing the tab at the right swaps the two', () => {
  const dock = page(1)
  dock.open(tab('a'))
  dock.open(tab('b'))
  dock.putBeside('a')
  dock.show('a')
  expect(dock.state()).toMatchObject({ shown: 'a', beside: 'b' })
})
