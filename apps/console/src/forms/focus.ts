const fillable = ':is(input, textarea):not([type=hidden], [hidden], :disabled, [readonly]:not([aria-haspopup]))'

/** Puts the focus into the first field of a form that was opened, unless a touch keyboard would cover the form. */
export function focusFirstField(form: HTMLElement): void {
  const { activeElement } = document
  const isFilling = activeElement?.matches(fillable) === true
  if (isFilling || matchMedia('(pointer: coarse)').matches) return
  form.querySelector<HTMLElement>(fillable)?.focus()
}

/** Once its error is drawn. */
export const focusFirstError = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** The control of a text that could not be added to its list; it is not left out silently. */
export const findPending = (form: HTMLElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('[data-pending]') ?? null
