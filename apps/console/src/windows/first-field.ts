import { type RefObject, useEffect } from 'react'

const fillable = ':is(input, textarea):not([type=hidden], [hidden], :disabled, [readonly]:not([aria-haspopup]))'

/** A selection is seldom changed once it is made. */
const isSelected = (field: HTMLInputElement) => field.getAttribute('aria-haspopup') === 'listbox' && field.value !== ''

/** Focuses the marked or first field of a form that has opened, unless a touch keyboard would then cover the form. */
export function focusFirstField(form: HTMLElement): void {
  const { activeElement } = document
  const isFilling = activeElement?.matches(fillable) === true
  if (isFilling || matchMedia('(pointer: coarse)').matches) return
  const marked = form.querySelector<HTMLElement>('[data-autofocus]')
  const fields = [...form.querySelectorAll<HTMLInputElement>(fillable)]
  const first = fields.find((field) => !isSelected(field)) ?? fields[0]
  ;(marked ?? first)?.focus()
}

/** Focuses the first field of a form once it is drawn. */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After the window, which focuses its title first.
    const frame = requestAnimationFrame(() => setTimeout(() => form.current && focusFirstField(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [form])
}
