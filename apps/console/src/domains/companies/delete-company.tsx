import { deleteCompany } from '@longreach/contract/companies/endpoints'
import type { Company } from '@longreach/contract/companies/schemas'
import type { QueryClient } from '@tanstack/react-query'
import i18next from 'i18next'
import { call } from '../../api/call.ts'
import { ApiError, messageOf } from '../../api/error.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { confirm } from '../../windows/confirm.tsx'
import { windows } from '../../windows/store.ts'
import { WindowActions, WindowBody } from '../../windows/window-parts.tsx'

/** Asks, then deletes, or shows the blockers. True if it was deleted. */
export async function deleteCompanyAfterAsking(
  { id, name }: Pick<Company, 'id' | 'name'>,
  client: QueryClient,
): Promise<boolean> {
  const sure = await confirm({
    title: i18next.t('companies:remove.title', { name }),
    text: i18next.t('companies:remove.text'),
    confirm: i18next.t('companies:remove.confirm'),
    danger: true,
  })
  if (!sure) return false
  try {
    await call(deleteCompany, { params: { id } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) showBlockers(name, error)
    else toast(messageOf(error), 'error')
    return false
  }
  toast(i18next.t('companies:remove.done', { name }), 'success')
  void client.invalidateQueries({ queryKey: ['companies'] })
  return true
}

function showBlockers(name: string, { errors }: ApiError): void {
  const id = 'company-ties'
  const title = i18next.t('companies:remove.refused', { name })
  windows.open({
    id,
    title,
    prompt: true,
    width: 440,
    content: (
      <>
        <WindowBody>
          <p>{i18next.t('companies:remove.reason')}</p>
          <ul>
            {errors.map(({ source, message }) => (
              <li key={source}>{message}</li>
            ))}
          </ul>
        </WindowBody>
        <WindowActions>
          <Button look="primary" data-autofocus onClick={() => windows.close(id)}>
            {i18next.t('companies:remove.close')}
          </Button>
        </WindowActions>
      </>
    ),
  })
}
