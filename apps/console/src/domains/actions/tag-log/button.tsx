import '../../tags/public/texts.ts'
import type { Tag } from '@longreach/contract/tags/schemas'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/button.tsx'
import { openTagLog } from './open-tag-log.tsx'

/** On the page of a tag: opens the log of the actions that it started. */
export function TagLogButton({ tag }: { tag: Tag }) {
  const { t } = useTranslation('tags')
  return <Button onClick={() => openTagLog(tag)}>{t('log.action')}</Button>
}
