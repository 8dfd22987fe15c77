import type { Seal } from '../../seal.ts'
import { sha256 } from '../../seal.ts'

/** A line as a seal covers it: all columns, in the database's own text format. */
export interface Line {
  id: number
  /** Values in the order of the columns, including nulls. */
  content: (string | null)[]
}

export interface SealedBatch {
  number: number
  last_id: number
  lines: number
  digests: Buffer
  hash: Buffer
  mac: string
  /** Whole seconds, UTC. */
  sealed_at: string
}

export const digestBytes = 32

/** JSON distinguishes null from 'null' and one value from two. */
export const digestOf = ({ content }: Line): Buffer => sha256(JSON.stringify(content))

type Header = Pick<SealedBatch, 'number' | 'last_id' | 'lines' | 'digests' | 'sealed_at'>

/** Hash of a batch, over its lines, its metadata and the hash of the previous batch. */
export function hashOf({ number, last_id, lines, digests, sealed_at }: Header, before: Buffer | null): Buffer {
  const head = ['audit 1', number, last_id, lines, sealed_at, before?.toString('hex') ?? null]
  return sha256(Buffer.concat([sha256(JSON.stringify(head)), digests]))
}

/** Purpose of the key that signs batches. */
export const sealUse = 'audit seal'

/** Signature that the database alone cannot forge: its key comes from SECRET_KEY. */
export const macOf = (seal: Pick<Seal, 'mac'>, hash: Buffer) => seal.mac(sealUse, hash.toString('hex'))

/** The last batch, recorded so that lines cannot be cut off at the end unnoticed. */
export interface Head {
  number: number
  mac: string
}

export const headOf = (seal: Pick<Seal, 'mac'>, { number, hash }: Pick<SealedBatch, 'number' | 'hash'>): Head => ({
  number,
  mac: seal.mac('audit head', `${number} ${hash.toString('hex')}`),
})
