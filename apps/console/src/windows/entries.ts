import type { MouseEvent } from 'react'

/** Handlers of a form that report what its user types, checks or selects; values that it sets itself are not reported. */
export const entries = (onEntry: () => void) => ({
  onInput: onEntry,
  // Lists of options are drawn at the end of the page, and Enter clicks one; React passes these clicks to the form.
  onClick: ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('[role=option]')) onEntry()
  },
})
