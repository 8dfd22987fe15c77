import './texts.ts'
import { login } from '@longreach/contract/account/endpoints'
import { setUpForm } from '@longreach/contract/account/forms'
import { setUp } from '@longreach/contract/account/register-endpoints'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../api/session.ts'
import { FormCard } from './form-card.tsx'

/** `/set-up#<token>`: the link a new installation prints. Creates its first administrator and signs in. */
export function SetUpPage() {
  const router = useRouter()
  const queryClient = useQueryClient()
  const token = location.hash.slice(1)
  return (
    <FormCard
      form={setUpForm}
      send={async ({ email, password }) => {
        const answer = await call(setUp, { body: { token, email, password } })
        await call(login, { body: { username: email, password } })
        await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
        return answer
      }}
      onDone={() => void router.navigate({ href: '/', replace: true })}
    />
  )
}
