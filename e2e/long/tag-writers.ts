import { createTag, deleteTag, updateTag } from '@longreach/contract/tags/endpoints'
import type pg from 'pg'
import { signIn, type TestClient } from '../../apps/server/src/test/client.ts'

/** Possible states of a tag after the responses: every call without a response leaves two. */
interface Kept {
  id: number
  names: Set<string>
  /** Whether it is deleted; unknown if there was no response. */
  deleted: boolean | 'unknown'
}

export interface TagWriters {
  /** Successful calls so far. */
  acknowledged(): number
  stop(): Promise<void>
  /** Contents of the database that contradict the responses, in words. */
  faults(database: pg.Client): Promise<string[]>
}

const color = '#4287F5'

/** Programs that create, rename and delete tags without a break, and record the responses. */
export function startTagWriters(given: { url: () => string; company: number; writers: number }): TagWriters {
  const kept: Kept[] = []
  /** Names of creations without a response: they exist once or not at all. */
  const uncertain = new Set<string>()
  let stopped = false
  let acknowledged = 0
  let count = 0

  async function one(client: TestClient, own: Kept[]): Promise<void> {
    const name = `kills-${++count}`
    const last = own.at(-1)
    if (last && last.deleted === false && count % 4 === 0) {
      last.deleted = 'unknown'
      const { status } = await client.call(deleteTag, { params: { id: last.id } })
      if (status !== 200) throw new Error(String(status))
      last.deleted = true
    } else if (last && last.deleted === false && count % 2 === 0) {
      last.names.add(name)
      const { status } = await client.call(updateTag, { params: { id: last.id }, body: { name, color } })
      if (status !== 200) throw new Error(String(status))
      last.names = new Set([name])
    } else {
      uncertain.add(name)
      const { status, data } = await client.call(createTag, { body: { company_id: given.company, name, color } })
      if (status !== 201) throw new Error(String(status))
      uncertain.delete(name)
      const made: Kept = { id: data.id, names: new Set([name]), deleted: false }
      own.push(made)
      kept.push(made)
    }
    acknowledged++
  }

  async function write(): Promise<void> {
    const own: Kept[] = []
    let client: TestClient | undefined
    while (!stopped) {
      try {
        client ??= await signIn(given.url(), 'admin@longreach.test', 'Longreach-demo-1')
        await one(client, own)
      } catch {
        // The server or its response is lost: whether it was done remains unknown.
        client = undefined
        own.length = 0
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    }
  }

  const running = Array.from({ length: given.writers }, write)
  return {
    acknowledged: () => acknowledged,
    async stop() {
      stopped = true
      await Promise.all(running)
    },
    async faults(database) {
      const { rows } = await database.query<{ id: string; name: string; lines: string }>(`
        SELECT t.id, t.name, (SELECT count(*) FROM audit a WHERE a.action = 'tags.create' AND a.target_id = t.id) AS lines
        FROM tags t WHERE t.name LIKE 'kills-%'`)
      const found = new Map(rows.map((row) => [Number(row.id), row]))
      const faults: string[] = []
      for (const { id, names, deleted } of kept) {
        const row = found.get(id)
        if (!row && deleted === false) faults.push(`tag ${id} was answered and is lost`)
        if (row && deleted === true) faults.push(`tag ${id} was answered as deleted and is there`)
        if (row && !names.has(row.name)) faults.push(`tag ${id} is called ${row.name}, not ${[...names].join(' or ')}`)
        if (row && row.lines !== '1') faults.push(`tag ${id} has ${row.lines} audit lines`)
        found.delete(id)
      }
      for (const { id, name } of found.values())
        if (!uncertain.has(name)) faults.push(`tag ${id} ${name}: exists without a creation`)
      if (new Set(rows.map(({ name }) => name)).size !== rows.length) faults.push('a tag was made twice')
      return faults
    },
  }
}
