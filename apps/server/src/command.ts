import { parseArgs } from 'node:util'
import { BackupFault } from './backup/manifest.ts'
import { ConfigError } from './config.ts'
import { AuditFault } from './domains/audit/fault.ts'

/**
 * Runs a command line program: errors that an operator can act on are one line and exit code 1, any other shows its
 * stack.
 */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const plain = [ConfigError, BackupFault, AuditFault].some((kind) => error instanceof kind)
    process.stderr.write(`${plain ? (error as Error).message : ((error as Error).stack ?? error)}\n`)
    process.exitCode = 1
  }
}

/** Parses the one folder and the switches of a command. Throws a ConfigError with the usage. */
export function readWords<Name extends string>(usage: string, switches: readonly Name[]) {
  try {
    const options = Object.fromEntries(switches.map((name) => [name, { type: 'boolean' as const, default: false }]))
    const { values, positionals } = parseArgs({ options, allowPositionals: true })
    const [folder, ...others] = positionals
    if (folder === undefined || others.length > 0) throw new Error()
    return { folder, ...(values as Record<Name, boolean>) }
  } catch {
    throw new ConfigError(`Usage: ${usage}`)
  }
}

export const say = (line: string) => process.stdout.write(`${line}\n`)
