import './texts.ts'
import { IconTerminal2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Places } from '../../registry/domain.ts'
import { Button } from '../../ui/button.tsx'
import { openMain } from './open-main.ts'

export function DockButton({ row, onDone }: Places['devices.dock']) {
  const { t } = useTranslation('remote')
  const client = useQueryClient()
  return (
    <Button
      size="small"
      look="quiet"
      icon={<IconTerminal2 size={16} stroke={1.6} />}
      aria-label={t('dock.shellOf', { name: row.name })}
      onClick={() => {
        onDone()
        openMain(row, 'cli', client)
      }}
    >
      {t('dock.shell')}
    </Button>
  )
}
