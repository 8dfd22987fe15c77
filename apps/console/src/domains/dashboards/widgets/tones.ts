import type { Tone } from '@longreach/contract/dashboards/constants'
import { type Icon, IconAlertTriangle, IconCircle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'

/** Never by colour alone: each tone has an icon, beside words. */
export const toneIcons: Record<Tone, Icon> = {
  good: IconCircleCheck,
  warning: IconAlertTriangle,
  bad: IconCircleX,
  none: IconCircle,
}

export const toneColours: Record<Tone, string> = {
  good: 'var(--online)',
  warning: 'var(--pending)',
  bad: 'var(--offline)',
  none: 'var(--chart-1)',
}
