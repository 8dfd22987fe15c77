import { moveCompany } from '@longreach/contract/companies/endpoints'
import { moveCompanyForm } from '@longreach/contract/companies/forms'
import type { Company } from '@longreach/contract/companies/schemas'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { MoveLosses } from './move-losses.tsx'
import { parentControl } from './parent-control.tsx'

export function MoveCompanyWindow({ company: { id, name } }: { company: Pick<Company, 'id' | 'name'> }) {
  const { t } = useTranslation('companies')
  const controls = useMemo(() => ({ target: parentControl({ without: id }) }), [id])
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
