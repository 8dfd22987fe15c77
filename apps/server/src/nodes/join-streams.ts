import { type Duplex, pipeline } from 'node:stream'

/** Joins two streams: each end is passed on, and one that breaks breaks the other. */
export function joinStreams(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => {})
  pipeline(other, one, () => {})
}
