import { IconBuilding } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/state.tsx'
import { NewCompanyButton } from '../companies/public/new-company-button.tsx'
import { useCompanyChoice } from '../companies/public/use-company-choice.ts'
import { AddByLine } from './add-by-line.tsx'
import { AddByPassword } from './add-by-password.tsx'
import classes from './add-device.module.css'

const ways = ['line', 'password'] as const

/** The two ways to add a device. What was typed in one stays while the other is looked at. */
export function AddDeviceWindow({ company }: { company: number | null }) {
  const { t } = useTranslation('devices')
  const [way, setWay] = useState<(typeof ways)[number]>('line')
  const id = useId()
  const { none } = useCompanyChoice(company === null ? null : String(company))
  if (none) {
    return (
      <EmptyState
        icon={<IconBuilding size={22} stroke={1.6} />}
        title={t('noCompany.title')}
        text={t('noCompany.text')}
        action={<NewCompanyButton />}
      />
    )
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
    event.preventDefault()
    const next = way === 'line' ? 'password' : 'line'
    setWay(next)
    document.getElementById(`${id}-${next}`)?.focus()
  }
  return (
    <>
      <div className={classes.tabs} role="tablist" aria-label={t('add')}>
        {ways.map((one) => (
          <button
            key={one}
            id={`${id}-${one}`}
            type="button"
            role="tab"
            aria-selected={one === way}
            aria-controls={`${id}-${one}-panel`}
            tabIndex={one === way ? 0 : -1}
            onClick={() => setWay(one)}
            onKeyDown={onKey}
          >
            {t(`ways.${one}`)}
          </button>
        ))}
      </div>
      {ways.map((one) => (
        <div
          key={one}
          id={`${id}-${one}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${one}`}
          className={classes.panel}
          hidden={one !== way}
        >
          {one === 'line' ? <AddByLine company={company} /> : <AddByPassword company={company} />}
        </div>
      ))}
    </>
  )
}
