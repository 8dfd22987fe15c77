const fillable = ':is(input, textarea):not([type=hidden], [hidden], :disabled, [readonly]:not([aria-haspopup]))'

/** Focuses the first field of a form that has opened, unless a touch keyboard would then cover the form. */
export function focusFirstField(form: HTMLElement): void {
  const { activeElement } = document
  const isFilling = activeElement?.matches(fillable) === true
  if (isFilling || matchMedia('(pointer: coarse)').matches) return
  form.querySelector<HTMLElement>(fillable)?.focus()
}

/** Call it once the error is drawn. */
export const focusFirstError = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** The control of a typed item that could not be added to its list; the form must not drop it silently. */
export const findPending = (form: HTMLElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('[data-pending]') ?? null
