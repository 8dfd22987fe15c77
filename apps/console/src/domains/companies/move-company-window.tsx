import { moveCompany } from '@longreach/contract/companies/endpoints'
import { moveCompanyForm } from '@longreach/contract/companies/forms'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { MoveLosses } from './move-losses.tsx'
import { type MovedCompany, parentControl } from './parent-control.tsx'

/** For a given company, which is not chosen in the form. */
const formOfOne = {
  ...moveCompanyForm,
  fields: moveCompanyForm.fields.filter(({ key }) => key !== 'source'),
} as unknown as typeof moveCompanyForm

/** Moves the given company, or one that is chosen. */
export function MoveCompanyWindow({ company }: { company: MovedCompany | null }) {
  const { t } = useTranslation('companies')
  const controls = useMemo(() => ({ target: parentControl({ moved: company }) }), [company])
  return (
    <FormWindow
      form={company ? formOfOne : moveCompanyForm}
      values={company ? { source: company.id } : {}}
      controls={controls}
      send={(body) => call(moveCompany, { body: { ...body, ...(company && { source: company.id }) } })}
      done={company ? t('move.done', company) : t('move.doneAny')}
      reload={[['companies'], ['devices']]}
    >
      {({ source, target }) =>
        typeof source === 'number' && typeof target === 'number' ? <MoveLosses source={source} target={target} /> : null
      }
    </FormWindow>
  )
}
