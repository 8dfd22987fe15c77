import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReplay } from './replay.ts'

test('the last bytes are kept, in order, whatever their chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), fc.integer({ min: 1, max: 64 }), (chunks, limit) => {
      const replay = createReplay(limit)
      for (const chunk of chunks) replay.add(Buffer.from(chunk))
      const all = Buffer.concat(chunks)
      expect(Buffer.concat([...replay.chunks()])).toEqual(all.subarray(Math.max(0, all.length - limit)))
    }),
  )
})
