import './texts.ts'
import i18next from 'i18next'
import { toastWith } from './toast.ts'
import classes from './toasts.module.css'

/** Confirms a change with a button that undoes it, which is better than a question before. */
export function undoable(message: string, undo: () => void): void {
  toastWith((close) => (
    <span className={classes.undo}>
      {message}
      <button
        type="button"
        onClick={() => {
          close()
          undo()
        }}
      >
        {i18next.t('ui:undo')}
      </button>
    </span>
  ))
}
