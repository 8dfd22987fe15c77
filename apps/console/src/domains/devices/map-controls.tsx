import './map-texts.ts'
import { IconFocusCentered, IconMinus, IconPlus } from '@tabler/icons-react'
import type { Map as MapOf } from 'maplibre-gl'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../../ui/icon-button.tsx'
import classes from './map-controls.module.css'

export function MapControls({ map, onAll }: { map: MapOf; onAll: () => void }) {
  const { t } = useTranslation('map')
  return (
    <div className={classes.controls}>
      <IconButton size="small" label={t('zoomIn')} onClick={() => map.zoomIn()}>
        <IconPlus size={17} stroke={1.8} />
      </IconButton>
      <IconButton size="small" label={t('zoomOut')} onClick={() => map.zoomOut()}>
        <IconMinus size={17} stroke={1.8} />
      </IconButton>
      <IconButton size="small" label={t('all')} onClick={onAll}>
        <IconFocusCentered size={17} stroke={1.8} />
      </IconButton>
    </div>
  )
}

export function MapLegend() {
  const { t } = useTranslation(['map', 'devices'])
  return (
    <ul className={classes.legend} aria-label={t('legend.title')}>
      <li>
        <span className={classes.dot} />
        {t('devices:status.online')}
      </li>
      <li>
        <span className={classes.diamond} />
        {t('devices:status.offline')}
      </li>
      <li>
        <span className={classes.ring} />
        {t('legend.several')}
      </li>
    </ul>
  )
}
