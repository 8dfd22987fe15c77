import './texts.ts'
import { IconBolt } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Places } from '../../registry/domain.ts'
import { only } from '../../tables/selected-rows.ts'
import { Button } from '../../ui/button.tsx'
import { openRunCommand } from './public/open-windows.tsx'

/** Runs a command on a device from the dock. */
export function DockButton({ row, onDone }: Places['devices.dock']) {
  const { t } = useTranslation('actions')
  return (
    <Button
      size="small"
      look="quiet"
      icon={<IconBolt size={16} stroke={1.6} />}
      aria-label={t('dock.commandOn', { name: row.name })}
      onClick={() => {
        onDone()
        openRunCommand(only(row.id, row.name))
      }}
    >
      {t('dock.command')}
    </Button>
  )
}
