import type { TestClient } from '../client.ts'
import { type Examples, fresh } from './shared.ts'

async function storedItem(client: TestClient): Promise<string> {
  const key = fresh('item-')
  await client.fetch('/api/storage', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ key, value: 1 }),
  })
  return key
}

export const examples: Examples = {
  'storage.create': async () => ({ body: { key: fresh('new-'), value: { any: ['json'] } } }),
  'storage.update': async (_own, client) => ({ params: { key: await storedItem(client) }, body: { value: 2 } }),
  'storage.delete': async (_own, client) => ({ params: { key: await storedItem(client) } }),
}
