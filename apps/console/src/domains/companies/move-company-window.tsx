import { moveCompany } from '@longreach/contract/companies/endpoints'
import { type Company, companyMoveSchema } from '@longreach/contract/companies/schemas'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { safeParse } from 'zod/mini'
import { call } from '../../api/call.ts'
import { ApiError, messageOf, splitErrors } from '../../api/error.ts'
import { fieldErrors } from '../../ui/form-errors.ts'
import { toast } from '../../ui/toast.ts'
import { useWindow } from '../../windows/use-window.ts'
import { WindowForm } from '../../windows/window-parts.tsx'
import { ParentPicker } from './parent-picker.tsx'

/** Puts a company with all below it under another parent. */
export function MoveCompanyWindow({ company }: { company: Pick<Company, 'id' | 'name'> }) {
  const { t } = useTranslation('companies')
  const client = useQueryClient()
  const { close } = useWindow()
  const [target, setTarget] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  const [general, setGeneral] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const submit = async () => {
    setGeneral([])
    const body = { source: company.id, target: target === null ? Number.NaN : Number(target) }
    const wrong = fieldErrors(safeParse(companyMoveSchema, body))
    setError(wrong?.target)
    if (wrong) return
    setBusy(true)
    try {
      await call(moveCompany, { body })
    } catch (failure) {
      setBusy(false)
      if (!(failure instanceof ApiError)) return setGeneral([messageOf(failure)])
      const split = splitErrors(failure, ['target'])
      setError(split.byField.target)
      return setGeneral(split.general)
    }
    toast(t('move.done', { name: company.name }), 'success')
    void client.invalidateQueries({ queryKey: ['companies'] })
    void client.invalidateQueries({ queryKey: ['devices'] })
    close()
  }
  return (
    <WindowForm onSubmit={() => void submit()} submit={t('move.confirm')} busy={busy} errors={general}>
      <p>{t('move.text')}</p>
      <ParentPicker
        label={t('move.target')}
        value={target}
        chosen={null}
        without={company.id}
        error={error}
        onChange={(id) => {
          setTarget(id)
          setError(undefined)
        }}
      />
    </WindowForm>
  )
}
