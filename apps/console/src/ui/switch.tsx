import classes from './switch.module.css'

interface Props {
  label: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** On or off, effective immediately. */
export function Switch({ label, checked, onChange }: Props) {
  return (
    <button
      type="button"
      role="switch"
      aria-checked={checked}
      className={classes.switch}
      onClick={() => onChange(!checked)}
    >
      <span className={classes.track} aria-hidden="true" />
      {label}
    </button>
  )
}
