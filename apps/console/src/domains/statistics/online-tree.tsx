import type { OnlineTree as Tree } from '@longreach/contract/statistics/schemas'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../ui/format.ts'
import { CompanyName } from '../companies/public/company-name.tsx'
import { HealthBar } from '../companies/public/health-bar.ts'
import classes from './statistics.module.css'

interface Company {
  company_id: number
  company_name: string
  devices: { online: number; offline: number }
  sub_companies: readonly object[]
}

/** The companies as a tree, each with the mean over its devices and those of its subsidiaries. */
export function OnlineTree({ companies, alone }: { companies: Tree['companies']; alone: boolean }) {
  const { t } = useTranslation('statistics')
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const toggle = (id: number) =>
    setClosed((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={classes.table} aria-label={t('online.companies')} tabIndex={0}>
      <p className={classes.caption}>{t(alone ? 'online.alone' : 'online.mean')}</p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('online.company')}</th>
            <th scope="col">{t('online.online')}</th>
            <th scope="col">{t('online.offline')}</th>
            <td className={classes.health} />
          </tr>
        </thead>
        <tbody>
          {rowsOf(companies, closed).map(({ company, depth }) => (
            <Row
              key={company.company_id}
              company={company}
              depth={depth}
              open={!closed.has(company.company_id)}
              onToggle={() => toggle(company.company_id)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function rowsOf(
  companies: readonly object[],
  closed: ReadonlySet<number>,
  depth = 0,
): { company: Company; depth: number }[] {
  return (companies as Company[]).flatMap((company) => [
    { company, depth },
    ...(closed.has(company.company_id) ? [] : rowsOf(company.sub_companies, closed, depth + 1)),
  ])
}

interface RowProps {
  company: Company
  depth: number
  open: boolean
  onToggle: () => void
}

function Row({ company, depth, open, onToggle }: RowProps) {
  const { devices, company_id: id, company_name: name } = company
  const Chevron = open ? IconChevronDown : IconChevronRight
  return (
    <tr>
      <th scope="row">
        <span className={classes.branch} style={{ paddingLeft: depth * 20 }}>
          {company.sub_companies.length > 0 ? (
            <button type="button" aria-expanded={open} aria-label={name} className={classes.toggle} onClick={onToggle}>
              <Chevron size={15} stroke={1.8} aria-hidden="true" />
            </button>
          ) : (
            <span className={classes.toggle} />
          )}
          {id > 0 ? <CompanyName id={id} name={name} /> : name}
        </span>
      </th>
      <td>{formatNumber(devices.online)}</td>
      <td>{formatNumber(devices.offline)}</td>
      <td className={classes.health}>
        <HealthBar health={{ ...devices, devices: devices.online + devices.offline }} />
      </td>
    </tr>
  )
}
