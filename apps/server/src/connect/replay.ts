/** Keeps the last bytes of a stream, up to a limit. */
export function createReplay(limit: number) {
  const kept: Buffer[] = []
  let size = 0
  return {
    add(chunk: Buffer) {
      kept.push(chunk)
      size += chunk.length
      while (kept[0] && size - kept[0].length >= limit) size -= kept.shift()?.length ?? 0
    },
    /** Oldest first; the first one may start within a character or an escape sequence. */
    chunks(): readonly Buffer[] {
      const [first, ...rest] = kept
      return first && size > limit ? [first.subarray(size - limit), ...rest] : [...kept]
    },
  }
}
