import type { ClipboardEvent } from 'react'

/** Inserts pasted text, trimmed and cut to the maximum length. */
export function pasteTrimmed(event: ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>, most?: number): void {
  const element = event.currentTarget
  const text = event.clipboardData.getData('text').trim()
  const from = element.selectionStart ?? element.value.length
  const to = element.selectionEnd ?? from
  const free = most === undefined ? text.length : Math.max(0, most - element.value.length + (to - from))
  event.preventDefault()
  element.setRangeText(text.slice(0, free), from, to, 'end')
  element.dispatchEvent(new Event('input', { bubbles: true }))
}
