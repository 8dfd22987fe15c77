import { afterEach, expect, test } from 'vitest'
import { treeKey } from './tree-keys.ts'

afterEach(() => document.body.replaceChildren())

let at = 0

function makeTree(...names: string[]): HTMLElement {
  const tree = document.createElement('div')
  for (const name of names) {
    const item = document.createElement('div')
    item.role = 'treeitem'
    item.dataset.name = name
    item.setAttribute('aria-expanded', 'false')
    tree.append(item)
  }
  document.body.append(tree)
  return tree
}

/** Types on an item, a key each `every` milliseconds; returns the name that ends up focused and what was toggled. */
function type(tree: HTMLElement, from: number, keys: string, every: number) {
  let item = tree.children[from] as HTMLElement
  const toggled: (string | undefined)[] = []
  for (const key of keys) {
    at += every
    const step = treeKey(tree, item, { key, timeStamp: at })
    if (step?.toggle) toggled.push(item.dataset.name)
    item = step?.focus ?? item
  }
  at += 10_000
  return { name: item.dataset.name, toggled }
}

test('a name is typed with its space, and the space toggles nothing', () => {
  const tree = makeTree('Demo', 'Demo East', 'Demo North')
  expect(type(tree, 0, 'demo n', 100)).toEqual({ name: 'Demo North', toggled: [] })
})

test('a space by itself toggles the item', () => {
  const tree = makeTree('Demo', 'Demo East')
  expect(type(tree, 0, ' ', 100)).toEqual({ name: 'Demo', toggled: ['Demo'] })
  expect(type(tree, 0, 'd ', 700)).toEqual({ name: 'Demo East', toggled: ['Demo East'] })
})

test('letters typed slowly are one word each', () => {
  const tree = makeTree('Alpha', 'Beta', 'Avon')
  expect(type(tree, 0, 'ab', 700)).toEqual({ name: 'Beta', toggled: [] })
})
