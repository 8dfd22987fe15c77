import type { ButtonHTMLAttributes, Ref } from 'react'
import classes from './button.module.css'
import { Tip } from './tip.tsx'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** Accessible name and tooltip. */
  label: string
  size?: 'small' | 'medium'
  tip?: boolean
  ref?: Ref<HTMLButtonElement>
}

export function IconButton({ label, size = 'medium', tip = true, className, children, ...rest }: IconButtonProps) {
  const button = (
    <button
      type="button"
      aria-label={label}
      className={[classes.icon, classes[size], className].filter(Boolean).join(' ')}
      {...rest}
    >
      {children}
    </button>
  )
  return tip ? <Tip label={label}>{button}</Tip> : button
}
