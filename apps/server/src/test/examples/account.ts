import { confirmPassword } from '@longreach/contract/account/access-endpoints'
import { password } from '../world.ts'
import { type Examples, fresh } from './shared.ts'

export const examples: Examples = {
  'account.confirm_password': async () => ({ body: { password } }),
  'account.end_session': async (own) => ({ params: { id: await own.session('browser') } }),
  'account.create_token': async (_, client) => {
    await client.call(confirmPassword, { body: { password } })
    return { body: { name: 'Billing', scopes: ['devices:read'], days: 30 } }
  },
  'account.delete_token': async (own) => ({ params: { id: await own.session('token') } }),
  'account.change_password': async () => ({ body: { current_password: password, password } }),
  'account.send_verification': async () => ({}),
  'account.update': async () => ({ body: { email: `${fresh('changed')}@example.test`, password } }),
}
