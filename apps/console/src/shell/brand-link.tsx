import './texts.ts'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useBrand } from '../brand/brand.ts'
import { Logo } from '../brand/logo.tsx'
import classes from './header.module.css'

/** Milliseconds for the old logo to fade out; the new one takes twice as long to fade in (spec §9). */
const fadeOut = 100

/** The logo, small beside a collapsed navigation; links to the devices. */
export function BrandLink({ wide }: { wide: boolean }) {
  const { t } = useTranslation('shell')
  const brand = useBrand()
  const [full, setFull] = useState(wide)
  useEffect(() => {
    const timer = setTimeout(() => setFull(wide), fadeOut)
    return () => clearTimeout(timer)
  }, [wide])
  return (
    <Link to="/management/devices" className={classes.brand} aria-label={t('home', { name: brand.app_name })}>
      <span className={classes.logo} data-leaving={full !== wide || undefined}>
        <Logo small={!full} />
        {brand.logo || !full ? null : <span className={classes.name}>{brand.app_name}</span>}
      </span>
    </Link>
  )
}
