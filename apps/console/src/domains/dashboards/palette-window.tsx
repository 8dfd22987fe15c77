import { type WidgetType, widgetTypes } from '@longreach/contract/dashboards/constants'
import { useTranslation } from 'react-i18next'
import { useWindow } from '../../windows/use-window.ts'
import { WindowBody } from '../../windows/window-parts.tsx'
import { kindOf } from './widgets/kinds.ts'
import classes from './windows.module.css'

export function PaletteWindow({ onChosen }: { onChosen: (type: WidgetType) => void }) {
  const { t } = useTranslation('dashboards')
  const { close } = useWindow()
  return (
    <WindowBody>
      <ul className={classes.palette}>
        {widgetTypes.map((type) => {
          const { icon: Icon } = kindOf(type)
          return (
            <li key={type}>
              <button
                type="button"
                onClick={() => {
                  close()
                  onChosen(type)
                }}
              >
                <Icon size={20} stroke={1.6} aria-hidden="true" />
                <span>
                  <strong>{t(`types.${type}`)}</strong>
                  <small>{t(`about.${type}`)}</small>
                </span>
              </button>
            </li>
          )
        })}
      </ul>
    </WindowBody>
  )
}
