import type { IncomingMessage } from 'node:http'

/** An `Authorization` header of any other scheme is for a proxy in front of the server. */
const bearer = /^Bearer(?: +|$)(.*)$/i

/** The access token of a request (RFC 6750), perhaps an empty text; undefined without one. */
export const tokenOf = ({ headers }: Pick<IncomingMessage, 'headers'>): string | undefined =>
  bearer.exec(headers.authorization ?? '')?.[1]?.trim()

const programs = new WeakSet<IncomingMessage>()

export const noteProgram = (request: IncomingMessage): void => void programs.add(request)

/** True for requests that bring an access token, or came to API_HOST: their responses are JSON, whatever happens. */
export const isProgram = ({ raw }: { raw: IncomingMessage }): boolean => programs.has(raw)
