import './texts.ts'
import i18next from 'i18next'
import { toastWith } from './toast.ts'
import classes from './toasts.module.css'

/** Shows a toast with a button. */
export function toastButton(message: string, label: string, press: () => void): void {
  toastWith((close) => (
    <span className={classes.withButton}>
      {message}
      <button
        type="button"
        onClick={() => {
          close()
          press()
        }}
      >
        {label}
      </button>
    </span>
  ))
}

/** Confirms a change with a button that undoes it, which is better than a question before. */
export const undoable = (message: string, undo: () => void): void => toastButton(message, i18next.t('ui:undo'), undo)
