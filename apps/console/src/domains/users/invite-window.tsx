import { inviteForm } from '@longreach/contract/users/forms'
import { inviteUser } from '@longreach/contract/users/invitation-endpoints'
import { useTranslation } from 'react-i18next'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/error.ts'
import { useUser } from '../../api/session.ts'
import { type FormErrors, formErrorsOf } from '../../forms/form-errors.ts'
import { FormWindow } from '../../forms/form-window.tsx'
import { formatCount } from '../../ui/format.ts'
import { InviteCompanyControl, InviteRoleControl } from './invite-controls.tsx'
import { NoServer } from './no-server.tsx'

const controls = { company_id: InviteCompanyControl, role_id: InviteRoleControl }

/** Invites one or several addresses into a company, each with the selected role. */
export function InviteWindow({ company }: { company: number | undefined }) {
  const { t } = useTranslation('invitations')
  const { company: own } = useUser()
  /** Lists all refused addresses; none of the other addresses was invited either. */
  const errorsOf = (error: unknown): FormErrors | null => {
    const refused = error instanceof ApiError ? error.errors.filter(({ source }) => source?.startsWith('email.')) : []
    if (refused.length === 0) return null
    const { byField, general } = formErrorsOf(inviteForm, error)
    const lines = refused.map(({ message }) => message)
    return lines.length === 1 && lines[0] === byField.email
      ? { byField, general }
      : { byField: { ...byField, email: t('form.someRefused') }, general: [...lines, ...general] }
  }
  return (
    <FormWindow
      form={inviteForm}
      values={{ company_id: company ?? (own.id === 0 ? null : own.id) }}
      controls={controls}
      // A single address is sent as text, so that the error belongs to it alone.
      send={(body) =>
        call(inviteUser, { body: body.email.length === 1 ? { ...body, email: body.email[0] ?? '' } : body })
      }
      errorsOf={errorsOf}
      validate={({ company_id, role_id }) =>
        company_id !== null && role_id === null ? { role_id: t('form.chooseRole') } : {}
      }
      done={({ email }) => t('done', { count: email.length, formatted: formatCount(email.length) })}
      reload={[['invitations']]}
      intro={<NoServer />}
    />
  )
}
