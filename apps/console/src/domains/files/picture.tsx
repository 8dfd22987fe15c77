import './texts.ts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './picture.module.css'

interface Props {
  address: string
  /** Empty where its name is beside it. */
  alt: string
  /** Shown until the picture has arrived. */
  before?: string
  /** Its own, which it is shown in if there is room. */
  width?: number
  height?: number
}

/** A picture that fits into its place; says so if it cannot be loaded. */
export function Picture({ address, alt, before, ...size }: Props) {
  const { t } = useTranslation('files')
  const [state, setState] = useState<'waiting' | 'here' | 'failed'>('waiting')
  if (state === 'failed')
    return (
      <span className={classes.failed}>
        <IconPhotoOff size={22} stroke={1.6} />
        {t('images.broken')}
      </span>
    )
  return (
    <img
      className={classes.picture}
      src={address}
      alt={alt}
      {...size}
      draggable={false}
      style={before && state === 'waiting' ? { backgroundImage: `url("${before}")` } : undefined}
      onLoad={() => setState('here')}
      onError={() => setState('failed')}
    />
  )
}
