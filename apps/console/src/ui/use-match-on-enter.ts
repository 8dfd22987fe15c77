import { type KeyboardEvent, useEffect, useRef } from 'react'

interface Option {
  value: string
  label: string
}

/** The option that a text means: one with that name, otherwise the first that starts with it or contains it. */
export function findMatch<One extends Option>(options: readonly One[], text: string): One | undefined {
  const typed = text.trim().toLowerCase()
  if (typed === '') return undefined
  const places = options.map(({ label }) => label.trim().toLowerCase())
  const tests = [
    (label: string) => label === typed,
    (label: string) => label.startsWith(typed),
    (label: string) => label.includes(typed),
  ]
  return tests.map((test) => options[places.findIndex(test)]).find((option) => option !== undefined)
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
