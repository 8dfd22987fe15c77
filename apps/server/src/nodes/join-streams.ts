import { type Duplex, pipeline } from 'node:stream'

/** Joins two streams: an end is passed on, and an error destroys both. */
export function joinStreams(one: Duplex, other: Duplex): void {
  pipeline(one, other, () => {})
  pipeline(other, one, () => {})
}
