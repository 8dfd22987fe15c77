import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

/** The text of a user, unformatted. */
export function TextWidget({ widget }: WidgetProps<'text'>) {
  return <p className={classes.text}>{widget.options.text}</p>
}
