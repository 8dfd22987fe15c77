import type { Examples } from './shared.ts'

export const examples: Examples = {
  'notifications.see': async (own) => ({ body: { id: [await own.notification()] } }),
}
