import '../texts.ts'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { useReminders } from '../../windows/reminders.ts'
import { windows } from '../../windows/store.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'
import { type Density, densities, useDensity } from '../use-density.ts'
import { useViews } from '../views/use-views.ts'
import classes from './preferences-window.module.css'

const id = 'table-preferences'
const plain = ''

export function openPreferences(name: string): void {
  windows.open({ id, title: i18next.t('ui:preferences.title'), width: 460, content: <Preferences name={name} /> })
}

/** Settings for all tables, for opening this one, and for confirmations that are turned off. */
function Preferences({ name }: { name: string }) {
  const { t } = useTranslation('ui')
  const [density, setDensity] = useDensity()
  const [views, setViews] = useViews(name)
  const reminders = useReminders()
  const count = reminders.silenced.length
  return (
    <>
      <WindowBody>
        <div className={classes.parts}>
          <div>
            <p className={classes.label}>{t('preferences.density')}</p>
            <Segmented
              label={t('preferences.density')}
              value={density}
              options={(Object.keys(densities) as Density[]).map((value) => ({
                value,
                label: t(`preferences.${value}`),
              }))}
              onChange={setDensity}
            />
          </div>
          {views.views.length > 0 ? (
            <Select
              label={t('preferences.opens')}
              value={views.first ?? plain}
              options={[
                { value: plain, label: t('preferences.plain') },
                ...views.views.map((view) => ({ value: view.name, label: view.name })),
              ]}
              onChange={(first) => setViews({ ...views, first: first === plain ? null : first })}
            />
          ) : null}
          <div>
            <p className={classes.label}>{t('preferences.reminders')}</p>
            <p className={classes.text} role="status">
              {count > 0 ? t('preferences.remindersText', { count }) : t('preferences.noReminders')}
            </p>
            <Button size="small" disabled={count === 0} onClick={() => reminders.reset()}>
              {t('preferences.remindersOn')}
            </Button>
          </div>
        </div>
      </WindowBody>
      <WindowActions>
        <Button look="primary" onClick={() => windows.close(id)}>
          {t('close')}
        </Button>
      </WindowActions>
    </>
  )
}
