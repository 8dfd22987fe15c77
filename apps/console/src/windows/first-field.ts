import { type RefObject, useEffect } from 'react'

const fillable = ':is(input, textarea):not([type=hidden], [hidden], :disabled, [readonly]:not([aria-haspopup]))'

const isSelected = (field: HTMLInputElement) => field.getAttribute('aria-haspopup') === 'listbox' && field.value !== ''

/** The first field, or the first required one if the first is a selection that is made: it is seldom changed. */
function fieldToFill(fields: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  const [first] = fields
  if (!first || !isSelected(first)) return first
  return fields.find((field) => field.getAttribute('aria-required') === 'true' && !isSelected(field)) ?? first
}

/** Focuses the marked or first field of a form that has opened, unless a touch keyboard would then cover the form. */
export function focusFirstField(form: HTMLElement): void {
  const { activeElement } = document
  const isFilling = activeElement?.matches(fillable) === true
  if (isFilling || matchMedia('(pointer: coarse)').matches) return
  const marked = form.querySelector<HTMLElement>('[data-autofocus]')
  const field = marked ?? fieldToFill([...form.querySelectorAll<HTMLInputElement>(fillable)])
  field?.focus()
}

/** Focuses the first field of a form once it is drawn. */
export function useFirstField(form: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    // After the window, which focuses its title first.
    const frame = requestAnimationFrame(() => setTimeout(() => form.current && focusFirstField(form.current)))
    return () => cancelAnimationFrame(frame)
  }, [form])
}
