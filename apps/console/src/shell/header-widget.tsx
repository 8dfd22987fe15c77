import { type ReactNode, Suspense } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { Popover } from '../ui/popover.tsx'
import classes from './widget.module.css'

interface Props {
  title: string
  /** Label of the button: the title, or a summary of new entries. */
  label: string
  icon: ReactNode
  /** Badge on the icon while there are new entries. */
  mark: ReactNode
  opened: boolean
  onChange: (opened: boolean) => void
  /** Link to the page with all entries. */
  link: ReactNode
  children: ReactNode
}

/** A button of the header with a lazy list below it. */
export function HeaderWidget({ title, label, icon, mark, opened, onChange, link, children }: Props) {
  return (
    <Popover
      opened={opened}
      onChange={onChange}
      label={title}
      side="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      trigger={
        <IconButton label={label} className={classes.trigger ?? ''} onClick={() => onChange(!opened)}>
          {icon}
          {mark}
        </IconButton>
      }
    >
      <div className={classes.head}>
        <h2>{title}</h2>
        {link}
      </div>
      <Suspense fallback={<div className={classes.wait} />}>{children}</Suspense>
    </Popover>
  )
}
