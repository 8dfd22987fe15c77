import type { InputHTMLAttributes } from 'react'
import classes from './checkbox.module.css'

interface Props extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string
  /** Shows the label beside the box instead of only reading it aloud. */
  showLabel?: boolean
  indeterminate?: boolean
}

export function Checkbox({ label, showLabel = false, indeterminate = false, ...input }: Props) {
  const box = (
    <input
      type="checkbox"
      className={classes.box}
      aria-label={showLabel ? undefined : label}
      ref={(element) => {
        if (element) element.indeterminate = indeterminate
      }}
      {...input}
    />
  )
  if (!showLabel) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the box is inside
    <label className={classes.row}>
      {box}
      {label}
    </label>
  )
}
