import { moveCompany } from '@longreach/contract/companies/endpoints'
import { moveCompanyForm } from '@longreach/contract/companies/forms'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { MoveLosses } from './move-losses.tsx'
import { type MovedCompany, parentControl } from './parent-control.tsx'

/** Moves the given company, or one that is chosen. */
export function MoveCompanyWindow({ company }: { company: MovedCompany | null }) {
  const { t } = useTranslation('companies')
  const controls = useMemo(() => ({ target: parentControl({ moved: company }) }), [company])
  return (
    <FormWindow
      form={moveCompanyForm}
      values={company ? { source: company.id } : {}}
      controls={controls}
      send={(body) => call(moveCompany, { body })}
      done={({ source }) => (source === company?.id ? t('move.done', company) : t('move.doneAny'))}
      reload={[['companies'], ['devices']]}
    >
      {({ source, target }) =>
        typeof source === 'number' && typeof target === 'number' ? <MoveLosses source={source} target={target} /> : null
      }
    </FormWindow>
  )
}
