import classes from './spinner.module.css'

export function Spinner({ size = 16 }: { size?: number }) {
  return <span className={classes.spinner} style={{ width: size, height: size }} aria-hidden="true" />
}
