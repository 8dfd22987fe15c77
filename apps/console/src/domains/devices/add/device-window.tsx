import { IconBuilding } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/state.tsx'
import { NewCompanyButton } from '../../companies/public/new-company-button.tsx'
import { useCompanyChoice } from '../../companies/public/use-company-choice.ts'
import { ImportDevices } from '../import/devices.tsx'
import { AddByLine } from './by-line.tsx'
import { AddByPassword } from './by-password.tsx'
import classes from './device.module.css'
import { InstallSystemContext, installSystems } from './install-system.ts'

const ways = [...installSystems, 'many', 'password', 'file'] as const
type Way = (typeof ways)[number]

/** Systems share a panel: typed values stay when another system is selected. */
const panelOf = (way: Way) => (way === 'many' || way === 'password' || way === 'file' ? way : 'system')
const panels = ['system', 'many', 'password', 'file'] as const

/** The ways to add a device. Values typed in one stay while another is shown. */
export function AddDeviceWindow({ company }: { company: number | null }) {
  const { t } = useTranslation('devices')
  const [way, setWay] = useState<Way>('openwrt')
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
    const step = event.key === 'ArrowRight' ? 1 : -1
    const next = ways[(ways.indexOf(way) + step + ways.length) % ways.length] ?? way
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
            aria-controls={`${id}-${panelOf(one)}-panel`}
            tabIndex={one === way ? 0 : -1}
            onClick={() => setWay(one)}
            onKeyDown={onKey}
          >
            {t(`ways.${one}`)}
          </button>
        ))}
      </div>
      {panels.map((panel) => (
        <div
          key={panel}
          id={`${id}-${panel}-panel`}
          role="tabpanel"
          aria-labelledby={`${id}-${panel === panelOf(way) ? way : ways.find((one) => panelOf(one) === panel)}`}
          className={classes.panel}
          hidden={panel !== panelOf(way)}
        >
          {panel === 'password' ? (
            <AddByPassword company={company} />
          ) : panel === 'file' ? (
            <InstallSystemContext value="any">
              <ImportDevices company={company} />
            </InstallSystemContext>
          ) : (
            <InstallSystemContext value={way === 'many' || way === 'password' || way === 'file' ? 'any' : way}>
              <AddByLine company={company} many={panel === 'many'} />
            </InstallSystemContext>
          )}
        </div>
      ))}
    </>
  )
}
