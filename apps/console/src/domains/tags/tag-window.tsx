import { tagColors } from '@longreach/contract/tags/constants'
import { createTag, updateTag } from '@longreach/contract/tags/endpoints'
import { editTagForm, newTagForm } from '@longreach/contract/tags/forms'
import type { Tag } from '@longreach/contract/tags/schemas'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { CompanyControl } from '../companies/public/company-control.tsx'
import { ActionsField } from './actions-field.tsx'
import { ColorField } from './color-field.tsx'

interface Props {
  /** Null for a new tag. */
  tag: Tag | null
  /** Preselected company of a new tag. */
  company: number | null
}

const controls = { company_id: CompanyControl, color: ColorField, actions: ActionsField }

export function TagWindow({ tag, company }: Props) {
  const { t } = useTranslation('tags')
  return tag ? (
    <FormWindow
      form={editTagForm}
      values={{ ...tag }}
      controls={controls}
      send={(body) => call(updateTag, { params: { id: tag.id }, body: body as never })}
      done={({ name }) => t('edited', { name })}
      reload={[['tags'], ['devices']]}
    />
  ) : (
    <FormWindow
      form={newTagForm}
      values={{ company_id: company, color: tagColors.slate }}
      controls={controls}
      send={(body) => call(createTag, { body: body as never })}
      done={({ name }) => t('added', { name })}
      reload={[['tags']]}
    />
  )
}
