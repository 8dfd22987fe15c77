/**
 * Browsers lay out no element higher than 17–33 million pixels, and positions beyond a few million are inexact; a
 * million rows of 40 px are 40 million.
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
    /** Sets the height of the list and of its visible part. */
    resize(nextTotal: number, nextView: number) {
      total = nextTotal
      view = nextView
      virtual = clamp(virtual)
      if (total <= limit) virtual = physical
    },
    /** Height of the element. */
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
    /** Moves the list to `at`, and returns the position of the scrollbar. */
    moveTo(at: number): number {
      virtual = clamp(at)
      physical = total <= limit ? virtual : virtual / ratio()
      return physical
    },
    /** Exact current position of the scrollbar; small steps make it drift. */
    rest: () => (total <= limit ? physical : virtual / ratio()),
    at: () => virtual,
    /** Difference between the position of a row in the list and in the element. */
    shift: () => virtual - physical,
  }
}

export type Scale = ReturnType<typeof createScale>
