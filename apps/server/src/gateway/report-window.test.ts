import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReportWindow } from './report-window.ts'

test('acknowledges in order and only stored reports, in whatever order they are stored', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 4 }).chain((count) =>
        fc.tuple(
          fc.shuffledSubarray(
            Array.from({ length: count }, (_, index) => index),
            { minLength: count },
          ),
          fc.option(fc.nat(count - 1), { nil: undefined }),
        ),
      ),
      async ([order, failing]) => {
        const acknowledged: number[] = []
        const stored = new Set<number>()
        let failures = 0
        const window = createReportWindow({
          max: 4,
          acknowledge: ({ seq }) => {
            for (let covered = 1; covered <= seq; covered++) expect(stored.has(covered)).toBe(true)
            acknowledged.push(seq)
          },
          failed: () => failures++,
        })
        const reports = order.map(() => Promise.withResolvers<void>())
        for (const [index, report] of reports.entries()) window.add({ boot: 'b', seq: index + 1 }, report.promise)
        for (const index of order) {
          if (index === failing) reports[index]!.reject(new Error('offline'))
          else {
            stored.add(index + 1)
            reports[index]!.resolve()
          }
          await reports[index]!.promise.catch(() => {})
        }
        await window.idle()
        expect(acknowledged).toEqual([...acknowledged].sort((a, b) => a - b))
        expect(failures).toBe(failing === undefined ? 0 : 1)
        if (failing === undefined) expect(acknowledged.at(-1)).toBe(order.length)
        else expect(acknowledged.at(-1) ?? 0).toBeLessThanOrEqual(failing)
      },
    ),
  )
})

test('is full at its size', () => {
  const window = createReportWindow({ max: 2, acknowledge: () => {}, failed: () => {} })
  const never = new Promise(() => {})
  window.add({ boot: 'b', seq: 1 }, never)
  expect(window.full()).toBe(false)
  window.add({ boot: 'b', seq: 2 }, never)
  expect(window.full()).toBe(true)
})
