import './texts.ts'
import { refreshIntervals } from '@longreach/contract/monitoring/constants'
import { IconRefresh } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { formatDuration } from '../ui/format.ts'
import { Menu, MenuChoice, MenuLabel } from '../ui/menu.tsx'
import { type RefreshInterval, useRefresh } from './refresh.ts'

/** A day is shown as 24 hours. */
const nameOf = (seconds: number) => (seconds === 86_400 ? '24 h' : formatDuration(seconds))

/** Selects the interval at which charts whose range ends now are loaded again. */
export function RefreshPicker() {
  const { t } = useTranslation('ui')
  const [interval, setRefresh] = useRefresh()
  return (
    <Menu
      width={180}
      trigger={
        <Button
          size="small"
          icon={<IconRefresh size={16} stroke={1.8} />}
          aria-label={t('refresh.current', { interval: nameOf(interval) })}
        >
          {nameOf(interval)}
        </Button>
      }
    >
      <MenuLabel>{t('refresh.label')}</MenuLabel>
      <MenuChoice
        value={String(interval)}
        options={refreshIntervals.map((seconds) => ({ value: String(seconds), label: nameOf(seconds) }))}
        onChange={(value) => setRefresh(Number(value) as RefreshInterval)}
      />
    </Menu>
  )
}
