import { type RefObject, useEffect } from 'react'
import { dock } from './store.ts'

/** In a field these keys select words; the field of a terminal does not count. */
const isField = (target: EventTarget | null) =>
  target instanceof Element && target.matches('input, textarea, [contenteditable]') && !target.closest('.xterm')

/** Returns the focus to its previous place on the page. */
function leaveTo(before: HTMLElement | null): void {
  if (before?.isConnected) before.focus()
  else document.getElementById('content')?.focus()
}

/**
 * Ctrl+` to and from the dock, Ctrl+Shift+arrow between its tabs. Handled before their contents, since a shell takes
 * all other keys.
 */
export function useKeys(section: RefObject<HTMLElement | null>, enter: () => void): void {
  useEffect(() => {
    let before: HTMLElement | null = null
    // Records where the focus came from, so that it can return there.
    const onFocus = ({ target, relatedTarget }: FocusEvent) => {
      const { current } = section
      const came = current?.contains(target as Node) && !current.contains(relatedTarget as Node | null)
      if (came && relatedTarget instanceof HTMLElement) before = relatedTarget
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const { current } = section
      if (!event.ctrlKey || event.altKey || event.metaKey || !current || current.closest('[inert]')) return
      const inside = current.contains(document.activeElement)
      const { tabs, shown } = dock.state()
      if (event.code === 'Backquote' || event.key === '`') {
        event.preventDefault()
        event.stopPropagation()
        if (inside) return leaveTo(before)
        dock.raise()
        enter()
        return
      }
      const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
      if (!event.shiftKey || !inside || way === undefined || isField(event.target)) return
      event.preventDefault()
      event.stopPropagation()
      const at = tabs.findIndex((tab) => tab.id === shown)
      const next = tabs[(at + way + tabs.length) % tabs.length]
      if (next) dock.show(next.id)
    }
    addEventListener('keydown', onKeyDown, { capture: true })
    addEventListener('focusin', onFocus)
    return () => {
      removeEventListener('keydown', onKeyDown, { capture: true })
      removeEventListener('focusin', onFocus)
    }
  }, [section, enter])
}
