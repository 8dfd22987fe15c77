import type { Examples } from './shared.ts'

export const examples: Examples = {
  'notices.create': async () => ({ body: { type: 'info', message: '<p>Hello</p>', enabled: true } }),
  'notices.update': async (own) => ({ params: { id: await own.notice() }, body: { enabled: true } }),
  'notices.delete': async (own) => ({ params: { id: await own.notice() } }),
}
