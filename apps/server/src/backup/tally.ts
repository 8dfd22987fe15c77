import { createHash } from 'node:crypto'
import { Transform, Writable } from 'node:stream'

const newLine = 10

/** Counts rows in COPY's text format, one per line, and hashes their bytes as they pass. */
export function createTally() {
  const hash = createHash('sha256')
  let rows = 0
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      for (let at = chunk.indexOf(newLine); at >= 0; at = chunk.indexOf(newLine, at + 1)) rows++
      done(null, chunk)
    },
  })
  /** A sink, if only the result is needed. */
  const end = new Writable({ write: (_chunk, _encoding, done) => done() })
  return { stream, end, result: () => ({ sha256: hash.digest('hex'), rows }) }
}
