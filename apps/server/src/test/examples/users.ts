import { branch, type Examples, fresh } from './shared.ts'

export const examples: Examples = {
  'users.invite': async (own) => ({
    body: { company_id: own.company, email: `${fresh('invited')}@example.test`, role_id: 4 },
  }),
  'users.invite_company': async () => ({ body: { email: `${fresh('founder')}@example.test` } }),
  'users.resend_invitations': async (own) => ({ body: { id: [await own.invitation()] } }),
  'users.delete_invitations': async (own) => ({ body: { id: [await own.invitation()] } }),
  'users.delete_invitation': async (own) => ({ params: { id: await own.invitation() } }),
  'users.get': async (own) => ({ params: { id: own.user } }),
  'users.update': async (own) => ({ params: { id: (await own.colleague()).id }, body: { role_id: 4 } }),
  'users.update_many': async (own) => ({ body: { user_id: [(await own.colleague()).id], role_id: 4 } }),
  'users.move': async (own, client) => ({
    body: { user_id: [(await own.colleague()).id], company_id: await branch(own, client), role_id: 4 },
  }),
  'users.delete': async (own) => ({ params: { id: (await own.colleague()).id } }),
  'users.delete_many': async (own) => ({ body: { user_id: [(await own.colleague()).id] } }),
  'users.delete_any': async (own) => ({ params: { id: (await own.colleague()).id } }),
  'users.delete_by_email': async (own) => ({ body: { email: (await own.colleague()).email } }),
}
