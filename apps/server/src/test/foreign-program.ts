import { randomBytes } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { tokenScopes } from '@longreach/contract/account/scopes'
import { sha256 } from '../seal.ts'
import type { World } from './world.ts'

export interface ProgramAnswer {
  status: number
  type: string
  text: string
  // biome-ignore lint/suspicious/noExplicitAny: programs read what they get, without our types.
  json: any
}

/** A program without our contract: it sends what it was written to send. */
export interface Program {
  token: string
  ask(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ProgramAnswer>
  get(path: string): Promise<ProgramAnswer>
}

/** A request with exactly these headers; fetch would replace some. */
export function send(
  base: string,
  method: string,
  path: string,
  headers: Record<string, string>,
  body?: string,
): Promise<ProgramAnswer> {
  const { hostname, port } = new URL(base)
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, method, path, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('error', reject)
      response.on('end', () => {
        const type = response.headers['content-type'] ?? ''
        const json = type.startsWith('application/json') ? JSON.parse(text) : undefined
        resolve({ status: response.statusCode ?? 0, type, text, json })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}

/** A token of a user, with all scopes if none is named. */
export async function makeProgram(
  { db, base }: Pick<World, 'db' | 'base'>,
  userId: number,
  scopes: readonly string[] = tokenScopes.map(({ name }) => name),
): Promise<Program> {
  const token = `pat_${randomBytes(32).toString('base64url')}`
  await db
    .insertInto('sessions')
    .values({
      kind: 'token',
      user_id: userId,
      token_hash: sha256(token),
      name: 'Program',
      scopes: [...scopes],
      expires_at: new Date(Date.now() + 3_600_000),
    })
    .execute()
  const ask: Program['ask'] = (method, path, body, headers = {}) => {
    const given = body === undefined ? {} : { 'content-type': 'application/json' }
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body)
    const length = text === undefined ? {} : { 'content-length': String(Buffer.byteLength(text)) }
    return send(base, method, path, { authorization: `Bearer ${token}`, ...given, ...length, ...headers }, text)
  }
  return { token, ask, get: (path) => ask('GET', path) }
}
