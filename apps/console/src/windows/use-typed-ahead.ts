import { type RefObject, useLayoutEffect } from 'react'

const field = 'input, textarea'
/** Elements that use keys themselves. */
const control = `${field}, select, button, a, [contenteditable=true], .xterm`
const limit = 1_000

/** The button that opened a window has the focus for a moment, but the page below a window uses no keys. */
const usesKeys = (target: Element) => target.closest(control) !== null && target.closest('[inert]') === null

/** On Windows, AltGr sets Ctrl and Alt as well. */
const isShortcut = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')

/** Keys pressed while the content of a window is loading are typed into the first field that it focuses. */
export function useTypedAhead(element: RefObject<HTMLElement | null>, active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return
    let typed = ''
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isShortcut(event) || usesKeys(event.target as Element)) return
      if (event.key === 'Tab') return stop()
      if (event.key === 'Backspace') typed = typed.slice(0, -1)
      else if (event.key.length > 1) return
      else if (typed.length < limit) typed += event.key
      event.preventDefault()
    }
    const stop = () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', stop)
      document.removeEventListener('focusin', onFocus)
    }
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.matches(field) && element.current?.contains(target))) return
      stop()
      // The field has its selection once the focus has moved.
      if (typed !== '') queueMicrotask(() => document.execCommand('insertText', false, typed))
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', stop)
    document.addEventListener('focusin', onFocus)
    return stop
  }, [element, active])
}
