import { afterEach, expect } from 'vitest'
import { takeSecondConnections } from './second-connections.ts'

// Nothing that runs in a transaction takes another connection: use the transaction, or do it before or after.
afterEach(() => expect(takeSecondConnections()).toEqual([]))
