import type pg from 'pg'

interface CopyConnection {
  query(text: string): void
  sendCopyFromChunk(chunk: Buffer): void
  endCopyFrom(): void
}

/** COPY … FROM STDIN of prepared text: the reference for any other way of storing the same rows. */
export function copyIn(client: pg.Client, statement: string, text: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    let failure: Error | undefined
    const copy = {
      submit: (connection: CopyConnection) => connection.query(statement),
      handleCopyInResponse(connection: CopyConnection) {
        const piece = 65_536
        for (let at = 0; at < text.length; at += piece) connection.sendCopyFromChunk(text.subarray(at, at + piece))
        connection.endCopyFrom()
      },
      handleError(error: Error) {
        failure = error
      },
      handleCommandComplete() {},
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    }
    client.query(copy as unknown as pg.Submittable)
  })
}
