/**
 * Commands a server may send. `keep` says where the agent notes the id before it begins: flash for what survives
 * a reboot, memory for the rest. A verb outside this table is answered `failed 127 unsupported`.
 */
export const linkCommands = {
  refresh: { keep: 'memory', writes: false },
} as const satisfies Record<string, { keep: 'memory' | 'flash'; writes: boolean }>

export type LinkVerb = keyof typeof linkCommands
