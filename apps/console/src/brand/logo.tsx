import { useBrand } from './brand.ts'
import classes from './logo.module.css'

/** The brand's logo, or a tile in its colour with a neutral mark. */
export function Logo({ size = 26, small = false }: { size?: number; small?: boolean }) {
  const brand = useBrand()
  const picture = (small && brand.logo_collapsed) || brand.logo
  if (picture) return <img className={classes.image} src={picture} alt="" height={size} />
  return (
    <svg className={classes.tile} width={size} height={size} viewBox="0 0 26 26" aria-hidden="true">
      <rect width="26" height="26" rx="6" />
      <g>
        <path d="M8.8 15.1a6 6 0 0 1 8.4 0" />
        <path d="M6.3 12a9.5 9.5 0 0 1 13.4 0" opacity=".55" />
      </g>
      <circle cx="13" cy="18.3" r="1.7" />
    </svg>
  )
}
