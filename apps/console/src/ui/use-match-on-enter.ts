import { type KeyboardEvent, useEffect, useRef } from 'react'

interface Option {
  value: string
  label: string
}

/** How well a name matches a text: 0 for the same name, then if it starts with it, then if it contains it, 3 if not. */
function distanceOf({ label }: Option, text: string): number {
  const name = label.trim().toLowerCase()
  if (name === text) return 0
  if (name.startsWith(text)) return 1
  return name.includes(text) ? 2 : 3
}

/** The options with those that match a text best first; the order of others stays. */
export function byMatch<One extends Option>(options: readonly One[], text: string): One[] {
  const typed = text.trim().toLowerCase()
  return options.toSorted((one, other) => distanceOf(one, typed) - distanceOf(other, typed))
}

/** The option that a text means: one with that name, otherwise the first that starts with it or contains it. */
export function findMatch<One extends Option>(options: readonly One[], text: string): One | undefined {
  const [best] = text.trim() === '' ? [] : byMatch(options, text)
  return best && distanceOf(best, text.trim().toLowerCase()) < 3 ? best : undefined
}

interface Search {
  options: readonly Option[]
  open: boolean
  onMatch: (value: string) => void
  /** Starts the search for the typed text immediately. */
  searchNow?: () => void
}

/**
 * In a field with a list, Enter selects the match of the typed text, unless an option is marked. If the options are
 * still loading, the match is selected when they arrive.
 */
export function useMatchOnEnter({ options, open, onMatch, searchNow }: Search) {
  const awaited = useRef('')
  useEffect(() => {
    const match = findMatch(options, awaited.current)
    if (!match) return
    awaited.current = ''
    onMatch(match.value)
  })
  return {
    onKeyDownCapture(event: KeyboardEvent<HTMLInputElement>) {
      const { value, selectionStart } = event.currentTarget
      const list = document.getElementById(event.currentTarget.getAttribute('aria-controls') ?? '')
      awaited.current = ''
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || !open || value.trim() === '') return
      if (selectionStart === null || list?.querySelector('[data-combobox-selected]')) return
      // Otherwise Mantine would click its own marked option, and a form would be sent.
      event.preventDefault()
      event.stopPropagation()
      const match = findMatch(options, value)
      if (match) onMatch(match.value)
      else if (searchNow) {
        awaited.current = value
        searchNow()
      }
    },
  }
}
