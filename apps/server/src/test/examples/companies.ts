import { branch, type Examples, fresh } from './shared.ts'

export const examples: Examples = {
  'companies.get': async (own) => ({ params: { id: own.company } }),
  'companies.tree': async (own) => ({ query: { parent_id: own.company } }),
  'companies.set_flags': async (own) => ({ params: { id: own.company }, body: { show_payment: true } }),
  'companies.create': async (own) => ({ body: { name: fresh('Branch '), parent_id: own.company } }),
  'companies.update': async (own, client) => ({
    params: { id: await branch(own, client) },
    body: { name: fresh('Renamed ') },
  }),
  'companies.move_losses': async (own) => ({ params: { id: own.company, target: own.company } }),
  'companies.move': async (own, client) => ({
    body: { source: await branch(own, client), target: await branch(own, client) },
  }),
  'companies.delete': async (own, client) => ({ params: { id: await branch(own, client) } }),
}
