import * as z from 'zod/mini'

/**
 * A kind of hint between parts of the server. Losing one only causes a delay: work that must happen is a job. The domain
 * that it is about declares it in its `topics.ts`.
 */
export interface Topic<Message> {
  name: string
  /**
   * Messages of other nodes are validated before they are delivered: the node may run another release. Without a schema
   * they never leave the node.
   */
  schema?: z.ZodMiniType<Message>
}

export const topic = <Message>(name: string, schema: z.ZodMiniType<Message>): Topic<Message> => ({ name, schema })

/** Messages of other nodes may have been missed, so every subscriber reads the database. */
export const messagesMissed: Topic<Record<string, never>> = { name: 'bus.missed' }

export const id = () => z.int().check(z.minimum(0))
export const ids = () => z.array(id())
