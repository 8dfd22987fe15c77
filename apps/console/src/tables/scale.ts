/**
 * No browser lays out an element higher than some 17–33 million pixels, and places beyond a few million are no longer
 * exact; a million rows of 40 px are 40 million.
 */
export const heightLimit = 4_000_000

/**
 * Maps the scrollbar of a list too high for the browser to the list itself. Small steps (wheel, keys) move the list
 * by the same number of pixels; long ones (the thumb) move it by the same share of its height. All in pixels.
 */
export function createScale(limit = heightLimit) {
  let total = 0
  let view = 0
  let physical = 0
  let virtual = 0

  const height = () => Math.min(total, limit)
  const ratio = () => (total <= limit ? 1 : (total - view) / (limit - view))
  const clamp = (value: number) => Math.min(Math.max(0, value), Math.max(0, total - view))

  return {
    /** Height of the list and of the part of it that is seen. */
    resize(nextTotal: number, nextView: number) {
      total = nextTotal
      view = nextView
      virtual = clamp(virtual)
      if (total <= limit) virtual = physical
    },
    /** The height to give the element. */
    height,
    /** Position of the list for the scrollbar at `at`. */
    scrolled(at: number): number {
      const step = at - physical
      physical = at
      if (total <= limit || at <= 0) virtual = at
      else if (at >= height() - view - 1) virtual = total - view
      else virtual = clamp(Math.abs(step) <= view ? virtual + step : at * ratio())
      return virtual
    },
    /** Position of the scrollbar for the list at `at`, which it then has. */
    moveTo(at: number): number {
      virtual = clamp(at)
      physical = total <= limit ? virtual : virtual / ratio()
      return physical
    },
    /** Exact position of the scrollbar now; small steps let it drift away from it. */
    rest: () => (total <= limit ? physical : virtual / ratio()),
    at: () => virtual,
    /** Difference between a row's position in the list and in the element. */
    shift: () => virtual - physical,
  }
}

export type Scale = ReturnType<typeof createScale>
