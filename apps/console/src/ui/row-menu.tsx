import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { Menu } from './menu.tsx'

interface Props {
  /** Accessible name, which contains that of the row. */
  label: string
  /** -1 in lists whose rows are navigated by arrow keys. */
  tabIndex?: number
  width?: number
  children: ReactNode
}

/** The actions of a row behind three dots. */
export const RowMenu = ({ label, tabIndex, width, children }: Props) => (
  <Menu
    {...(width !== undefined && { width })}
    trigger={
      <IconButton size="small" tip={false} label={label} {...(tabIndex !== undefined && { tabIndex })}>
        <IconDots size={18} stroke={1.8} />
      </IconButton>
    }
  >
    {children}
  </Menu>
)
