import { type Duplex, pipeline } from 'node:stream'

/** Ties two streams together: each end is passed on, and one that breaks breaks the other. */
export function tie(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => {})
  pipeline(other, one, () => {})
}
