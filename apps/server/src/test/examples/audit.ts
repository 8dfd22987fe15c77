import type { Examples } from './shared.ts'

export const examples: Examples = {
  'audit.undo': async (own) => ({ params: { id: await own.undo() } }),
}
