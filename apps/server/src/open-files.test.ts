import { expect, test } from 'vitest'
import { openFilesAllowed, planFiles } from './open-files.ts'

test('with enough open files every device asked for gets its link; with fewer so many that browsers keep theirs', () => {
  const asked = { links: 15_000, connections: 2_000 }
  expect(planFiles(asked, undefined)).toEqual({ links: 15_000, wanted: 18_050 })
  expect(planFiles(asked, 20_000).links).toBe(15_000)
  expect(planFiles(asked, 4_400).links).toBe(2_000)
  expect(planFiles(asked, 1_024).links).toBe(1)
  expect(openFilesAllowed()).toBeGreaterThan(0)
})
