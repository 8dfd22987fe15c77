/** Call it once the error is drawn. */
export const focusFirstError = (form: HTMLElement): void =>
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()

/** The control of a typed item that could not be added to its list; the form must not drop it silently. */
export const findPending = (form: HTMLElement | null): HTMLElement | null =>
  form?.querySelector<HTMLElement>('[data-pending]') ?? null
