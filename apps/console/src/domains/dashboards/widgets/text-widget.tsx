import type { WidgetProps } from './kinds.ts'
import classes from './widgets.module.css'

/** What a user wrote, as it is. */
export function TextWidget({ widget }: WidgetProps<'text'>) {
  return <p className={classes.text}>{widget.options.text}</p>
}
