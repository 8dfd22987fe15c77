import { moveCompany } from '@longreach/contract/companies/endpoints'
import { moveCompanyForm } from '@longreach/contract/companies/forms'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { MoveLosses } from './move-losses.tsx'
import { type MovedCompany, parentControl } from './parent-control.tsx'

export function MoveCompanyWindow({ company }: { company: MovedCompany }) {
  const { t } = useTranslation('companies')
  const controls = useMemo(() => ({ target: parentControl({ moved: company }) }), [company])
  const { id, name } = company
  return (
    <FormWindow
      form={moveCompanyForm}
      values={{ source: id }}
      controls={controls}
      send={(body) => call(moveCompany, { body })}
      done={t('move.done', { name })}
      reload={[['companies'], ['devices']]}
    >
      {({ target }) => (typeof target === 'number' ? <MoveLosses source={id} target={target} /> : null)}
    </FormWindow>
  )
}
