import '../texts.ts'
import { IconStack2 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../api/session.ts'
import { rowsOf, type SelectedRows } from '../../../tables/selected-rows.ts'
import { Button } from '../../../ui/button.tsx'
import { openNewChange } from '../open-windows.tsx'
import type { Rollout } from '../rows.ts'

interface Props {
  selected: SelectedRows
  kind: Rollout['kind']
  /** The content and name of the campaign; undefined if something is missing, which the window shows. */
  read: () => { content: object; name: string } | undefined
  onDone: () => void
}

/** Rolls a change out in waves instead of starting it on all devices now; nothing for a single device. */
export function RunAsCampaign({ selected, kind, read, onDone }: Props) {
  const { t } = useTranslation('campaigns')
  if (!useCan('create_multi_configuration') || ('ids' in selected && selected.count < 2)) return null
  const open = () => {
    const found = read()
    if (found) openNewChange({ kind, ...found, rows: rowsOf('device_id', selected) }, onDone)
  }
  return (
    <Button icon={<IconStack2 size={17} stroke={1.6} />} onClick={open}>
      {t('run')}
    </Button>
  )
}
