import { describe, expect, test, vi } from 'vitest'
import { createWindowStore, topWindow } from './store.ts'

const spec = (id: string) => ({ id, title: id, content: null })

describe('windows', () => {
  test('S2.192 S3.68: a window is opened by name, with its content and whether it is a question', () => {
    const store = createWindowStore()
    store.open({ id: 'tag-new', title: 'New tag', content: 'a form' })
    store.open({ id: 'confirm', title: 'Sure?', content: 'a question', prompt: true })
    expect(store.list().map(({ id, content, prompt }) => [id, content, prompt ?? false])).toEqual([
      ['tag-new', 'a form', false],
      ['confirm', 'a question', true],
    ])
  })

  test('S2.285 several windows are open at once, the last one on top', () => {
    const store = createWindowStore()
    store.open(spec('a'))
    store.open(spec('b'))
    expect(store.list().map((window) => window.id)).toEqual(['a', 'b'])
    expect(topWindow(store.list())?.id).toBe('b')
    store.raise('a')
    expect(topWindow(store.list())?.id).toBe('a')
  })

  test('S2.286 opening an id that is open replaces that window', () => {
    const store = createWindowStore()
    store.open({ ...spec('a'), title: 'old' })
    store.open({ ...spec('a'), title: 'new' })
    expect(store.list()).toHaveLength(1)
    expect(store.list()[0]?.title).toBe('new')
  })

  test('a question that another one replaces ends without an answer', () => {
    const store = createWindowStore()
    const [first, second] = [vi.fn(), vi.fn()]
    store.open(spec('confirm'), first)
    store.open(spec('confirm'), second)
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 0])
    store.close('confirm')
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([1, 1])
  })

  test('S2.292 closing without a target closes the topmost that is not minimised', () => {
    const store = createWindowStore()
    for (const id of ['a', 'b', 'c']) store.open(spec(id))
    store.minimise('c')
    store.close()
    expect(store.list().map((window) => window.id)).toEqual(['a', 'c'])
  })

  test('S4.102 at most five windows may be minimised', () => {
    const store = createWindowStore()
    for (const id of ['a', 'b', 'c', 'd', 'e', 'f']) store.open(spec(id))
    expect(['a', 'b', 'c', 'd', 'e', 'f'].map(store.minimise)).toEqual([true, true, true, true, true, false])
    expect(store.list().filter((window) => window.minimised)).toHaveLength(5)
  })

  test('the code that opened a window is notified when it closes', () => {
    const store = createWindowStore()
    const closed = vi.fn()
    store.open(spec('a'), closed)
    store.close('a')
    store.close('a')
    expect(closed).toHaveBeenCalledTimes(1)
  })
})
