import { type Examples, fresh } from './shared.ts'

export const examples: Examples = {
  'tags.get': async (own) => ({ params: { id: await own.tag() } }),
  'tags.create': async (own) => ({ body: { company_id: own.company, name: fresh('Tag '), color: '#4287F5' } }),
  'tags.update': async (own) => ({
    params: { id: await own.tag() },
    body: { name: fresh('Renamed '), color: '#ff0000' },
  }),
  'tags.delete': async (own) => ({ params: { id: await own.tag() } }),
  'tags.delete_many': async (own) => ({ body: { id: [await own.tag()] } }),
}
