import { expect, test } from 'vitest'
import { checkComments, checkSizes, checkTimes, checkWaits } from './house.ts'
import { projectOf } from './project.ts'

const lines = (count: number) => 'x\n'.repeat(count)

test('a folder or a file that is too large, unless it was before', () => {
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`apps/a/src/b/f${n}.ts`, '']))
  expect(checkSizes(projectOf({ ...many(40), 'apps/a/src/b/f.test.ts': lines(301) }))).toEqual([])
  expect(checkSizes(projectOf(many(41)))).toEqual(['apps/a/src/b: 41 files of at most 40'])
  expect(checkSizes(projectOf({ 'apps/a.ts': lines(300), 'apps/b.ts': lines(301) }))).toEqual([
    'apps/b.ts: 301 lines of at most 300',
  ])
  const before = 'apps/server/src/drivers/driver.ts'
  expect(checkSizes(projectOf({ [before]: lines(341) }))).toEqual([])
  expect(checkSizes(projectOf({ [before]: lines(342) }))).toEqual([`${before}: 342 lines of at most 341`])
})

test('a comment that is neither a sentence nor a noun', () => {
  const opening = 'What'
  expect(checkComments(projectOf({ 'apps/a.ts': `/** ${opening} it brings. */\n// Plan of a campaign\n` }))).toEqual([
    "apps/a.ts: 'What it brings. */' is neither a sentence nor a noun",
  ])
})

test('a long wait in a test that is not long', () => {
  const wait = (line: string, file = 'apps/a.test.ts') => checkWaits(projectOf({ [file]: `${line}\n` })).length
  expect(wait('await until(() => ready, 10_000)')).toBe(1)
  expect(wait('}, 60_000)')).toBe(1)
  expect(wait('await expect(name).toBeVisible({ timeout: 120_000 })', 'e2e/a.spec.ts')).toBe(1)
  expect(wait('await until(() => ready, 9_000)')).toBe(0)
  expect(wait('}, 60_000)', 'e2e/long/a.test.ts')).toBe(0)
  expect(wait('}, 60_000)', 'apps/a.ts')).toBe(0)
})

test('a list that shows times in a form of its own', () => {
  const list = 'export const table = defineTable({ cell: (row) => formatApiTime(row.created_at) })'
  expect(checkTimes(projectOf({ 'apps/console/src/domains/a/a-list.tsx': list }))).toEqual([
    'apps/console/src/domains/a/a-list.tsx: times of a list are <Ago>',
  ])
  expect(checkTimes(projectOf({ 'apps/console/src/domains/audit/audit-list.tsx': list }))).toEqual([])
  expect(checkTimes(projectOf({ 'apps/console/src/domains/a/window.tsx': 'formatApiTime(time)' }))).toEqual([])
})
