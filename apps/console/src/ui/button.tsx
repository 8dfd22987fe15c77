import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import classes from './button.module.css'
import { Spinner } from './spinner.tsx'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: 'default' | 'primary' | 'danger' | 'quiet'
  size?: 'small' | 'medium'
  icon?: ReactNode
  /** Keeps its width, shows a spinner and ignores further presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  look = 'default',
  size = 'medium',
  icon,
  busy = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={[classes.button, classes[look], classes[size], className].filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      {...rest}
      // Not disabled, or it would lose the focus while waiting.
      aria-disabled={busy || rest['aria-disabled']}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
