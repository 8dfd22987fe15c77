/** A part of content of `size` bytes, from `from` up to but without `to`. */
export interface Part {
  from: number
  to: number
}

/**
 * The part requested by a Range header. undefined: the whole content, also for several parts or unknown units, which a
 * server may ignore. null: the requested part does not exist.
 */
export function partOf(header: string | undefined, size: number): Part | null | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? null : { from: size - length, to: size }
  }
  const from = Number(first)
  const to = last === '' ? size : Math.min(Number(last) + 1, size)
  if (last !== '' && Number(last) < from) return undefined
  return from < size ? { from, to } : null
}
