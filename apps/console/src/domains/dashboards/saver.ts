interface Deps<Content> {
  /** Milliseconds without a change before the content is saved. */
  delay: number
  /** Sends the content; rejects if it was not saved. */
  send: (content: Content) => Promise<void>
  onState: (state: SaveState) => void
}

export type SaveState =
  | { is: 'idle' }
  | { is: 'saving' }
  | { is: 'saved'; at: number }
  | { is: 'failed'; error: unknown }

export interface Saver<Content> {
  save(content: Content): void
  /** Sends pending content now; false if it could not be saved. */
  flush(): Promise<boolean>
  /** Discards content that has not been sent. */
  drop(): void
}

/** Saves the latest content with one request at a time, and again if it changed meanwhile. */
export function createSaver<Content>({ delay, send, onState }: Deps<Content>): Saver<Content> {
  let waiting: { content: Content } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<boolean> | undefined

  async function run(): Promise<boolean> {
    while (waiting) {
      const { content } = waiting
      waiting = undefined
      onState({ is: 'saving' })
      try {
        await send(content)
      } catch (error) {
        // Sent again with the next change or the next `flush`.
        waiting ??= { content }
        onState({ is: 'failed', error })
        return false
      }
      if (!waiting) onState({ is: 'saved', at: Date.now() })
    }
    return true
  }

  const start = () => {
    clearTimeout(timer)
    sending ??= run().finally(() => {
      sending = undefined
    })
    return sending
  }

  return {
    save(content) {
      waiting = { content }
      clearTimeout(timer)
      // Changes during a request are sent by the same run.
      if (!sending) timer = setTimeout(() => void start(), delay)
    },
    flush: () => (waiting || sending !== undefined ? start() : Promise.resolve(true)),
    drop() {
      clearTimeout(timer)
      waiting = undefined
    },
  }
}
