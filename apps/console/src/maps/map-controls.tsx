import './texts.ts'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as MapOf } from 'maplibre-gl'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/icon-button.tsx'
import classes from './map-controls.module.css'

interface Props {
  map: MapOf
  /** Label of the button that centres the map on its subject. */
  label: string
  onCentre: () => void
}

export function MapControls({ map, label, onCentre }: Props) {
  const { t } = useTranslation('maps')
  return (
    <div className={classes.controls}>
      <IconButton size="small" label={t('zoomIn')} onClick={() => map.zoomIn()}>
        <IconPlus size={17} stroke={1.8} />
      </IconButton>
      <IconButton size="small" label={t('zoomOut')} onClick={() => map.zoomOut()}>
        <IconMinus size={17} stroke={1.8} />
      </IconButton>
      <IconButton size="small" label={label} onClick={onCentre}>
        <IconFocusCentered size={17} stroke={1.8} />
      </IconButton>
    </div>
  )
}
