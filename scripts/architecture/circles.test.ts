import { expect, test } from 'vitest'
import { checkCircles } from './circles.ts'
import { projectOf } from './project.ts'

const circle = (back: string) =>
  checkCircles(projectOf({ 'apps/a.ts': "import { b } from './b.ts'\n", 'apps/b.ts': `${back}\n` }))

test('files that import each other', () => {
  const violations = ['apps/a.ts: imports itself: apps/a.ts → apps/b.ts → apps/a.ts']
  expect(circle("import { a } from './a.ts'")).toEqual(violations)
  expect(circle("import {\n  a,\n} from './a.ts'")).toEqual(violations)
  expect(circle("export * from './a.ts'")).toEqual(violations)
})

test('types, and what is loaded later, may go both ways', () => {
  expect(circle("import type { A } from './a.ts'")).toEqual([])
  expect(circle("const load = () => import('./a.ts')")).toEqual([])
})
