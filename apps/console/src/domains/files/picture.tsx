import './texts.ts'
import { IconPhotoOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './picture.module.css'

interface Props {
  address: string
  /** Empty if the name is shown beside the image. */
  alt: string
  /** Shown until the image has loaded. */
  before?: string
  /** Natural size, used where there is space. */
  width?: number
  height?: number
}

/** An image that fits into its container; shows an error if it cannot be loaded. */
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
