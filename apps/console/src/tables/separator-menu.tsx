import './texts.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import { Menu, MenuChoice, MenuLabel } from '../ui/menu.tsx'
import { readSeparator, storeSeparator } from './csv-separator.ts'

/** Chooses what is between the cells of downloads; beside a button that downloads. */
export function SeparatorMenu() {
  const { t } = useTranslation('ui')
  const [separator, setSeparator] = useState(readSeparator)
  return (
    <Menu
      width={190}
      trigger={
        <IconButton size="small" label={t('table.separator')}>
          <IconChevronDown size={16} stroke={1.6} />
        </IconButton>
      }
    >
      <MenuLabel>{t('table.separator')}</MenuLabel>
      <MenuChoice
        value={separator}
        options={[
          { value: ',', label: t('table.comma') },
          { value: ';', label: t('table.semicolon') },
        ]}
        onChange={(chosen) => {
          storeSeparator(chosen)
          setSeparator(chosen)
        }}
      />
    </Menu>
  )
}
