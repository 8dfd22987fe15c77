import { afterEach, expect } from 'vitest'
import { takeSecondConnections } from './second-connections.ts'

// Code within a transaction must not take another connection: it uses the transaction, or runs before or after it.
afterEach(() => expect(takeSecondConnections()).toEqual([]))
