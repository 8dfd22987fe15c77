import '../texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '../../../api/error.ts'
import { translated } from '../../../i18n/translated.ts'
import type { SelectedRows } from '../../../tables/selected-rows.ts'
import classes from './image-choice.module.css'
import { ImagePicker } from './image-picker.tsx'
import { Preview } from './preview.tsx'
import { type Consent, choicesQuery, previewQuery } from './queries.ts'
import { recommended } from './recommended.ts'

interface Props {
  selected: SelectedRows
  value: number | null
  onChange: (file: number) => void
  consent: Consent
  error?: string | undefined
}

/** Selects the image of an update, preset to the recommended one, with a preview of the update. */
export function ImageChoice({ selected, value, onChange, consent, error }: Props) {
  const { t } = useTranslation('firmware')
  const { data: choices, error: failure } = useQuery(choicesQuery(selected))
  useEffect(() => {
    const first = choices && recommended(choices)
    if (value === null && first) onChange(first)
  }, [choices, value, onChange])
  const preview = useQuery(previewQuery(selected, value, consent))
  if (failure && !choices) return <p role="alert">{messageOf(failure)}</p>
  if (!choices) return <p className={classes.quiet}>{t('update.checking')}</p>
  return (
    <div className={classes.choice}>
      {choices.images.length === 0 ? (
        <div className={classes.none} role="status">
          <strong>{t(choices.usable === 0 ? 'update.noImages' : 'update.noMatch')}</strong>
          <p>{t(choices.usable === 0 ? 'update.noImagesText' : 'update.noMatchText')}</p>
        </div>
      ) : (
        <ImagePicker images={choices.images} selected={choices.selected} value={value} onChange={onChange} />
      )}
      {error === undefined ? null : (
        <p className={classes.error} role="alert">
          {translated(error)}
        </p>
      )}
      {value === null ? null : (
        <Preview preview={preview.data} stale={preview.isPlaceholderData} error={preview.error} />
      )}
    </div>
  )
}
