import classes from './switch.module.css'

interface Props {
  label: string
  checked: boolean
  /** Its label is only spoken. */
  bare?: boolean
  tabIndex?: number | undefined
  onChange: (checked: boolean) => void
}

/** On or off, effective immediately. */
export function Switch({ label, checked, bare = false, tabIndex, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      aria-label={bare ? label : undefined}
      tabIndex={tabIndex}
      className={classes.switch}
      onClick={() => onChange(!checked)}
    >
      <span className={classes.track} aria-hidden="true" />
      {bare ? null : label}
    </button>
  )
}
