import classes from './switch.module.css'

interface Props {
  label: string
  checked: boolean
  /** Hides the label, which is then only read aloud. */
  bare?: boolean
  tabIndex?: number | undefined
  onChange: (checked: boolean) => void
}

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
