const newline = 0x0a
const carriageReturn = 0x0d

/**
 * Splits a stream of bytes into lines of at most `limit` bytes, not counting the newline (and a carriage return before
 * it).
 */
export function createLineReader(limit: number): { push(chunk: Buffer): { lines: string[]; tooLong: boolean } } {
  let rest: Buffer[] = []
  let restBytes = 0

  function finish(part: Buffer): string | null {
    const whole = rest.length > 0 ? Buffer.concat([...rest, part]) : part
    rest = []
    restBytes = 0
    const end = whole.at(-1) === carriageReturn ? whole.length - 1 : whole.length
    return end > limit ? null : whole.toString('utf8', 0, end)
  }

  return {
    /** Returns the lines completed by the chunk; after `tooLong` nothing more must be pushed. */
    push(chunk) {
      const lines: string[] = []
      let start = 0
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, start)) {
        const line = finish(chunk.subarray(start, at))
        if (line === null) return { lines, tooLong: true }
        lines.push(line)
        start = at + 1
      }
      if (start < chunk.length) {
        // A copy, so that half a line of a slow device does not keep a whole network buffer alive.
        rest.push(Buffer.from(chunk.subarray(start)))
        restBytes += chunk.length - start
      }
      // One more byte may be the carriage return of a line that just fits.
      return { lines, tooLong: restBytes > limit + 1 }
    },
  }
}
