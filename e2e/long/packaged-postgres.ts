import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Programs of the system's own PostgreSQL, if its major version differs from the embedded one's. */
function findPrograms(): { major: number; bin: string } | undefined {
  const home = '/usr/lib/postgresql'
  try {
    // Packages of its clients alone create the folder, too.
    const served = readdirSync(home).filter((major) => existsSync(path.join(home, major, 'bin/initdb')))
    const majors = served.map(Number).filter((number) => number >= 15 && number < 18)
    const major = majors.sort((one, other) => one - other)[0]
    return major === undefined ? undefined : { major, bin: path.join(home, String(major), 'bin') }
  } catch {
    return undefined
  }
}

export const packaged = findPrograms()

export interface PackagedPostgres {
  /** In the form of DATABASE_URL, of a new and empty database. */
  create(name: string): Promise<string>
  stop(): Promise<void>
}

/** The system's PostgreSQL in a folder of its own, on a private socket; its service, if there is one, is not used. */
export async function startPackagedPostgres(bin: string): Promise<PackagedPostgres> {
  const folder = mkdtempSync(path.join(tmpdir(), 'packaged-'))
  // It refuses to run as root.
  const id = (kind: string) => Number(execFileSync('id', [kind, 'nobody'], { encoding: 'utf8' }))
  const account = process.getuid?.() === 0 ? { uid: id('-u'), gid: id('-g') } : {}
  if ('uid' in account) chownSync(folder, account.uid as number, account.gid as number)
  const data = path.join(folder, 'data')
  const as = { ...account, cwd: '/', env: { LC_ALL: 'C', TZ: 'UTC' } }
  const program = (name: string, ...words: string[]) => run(path.join(bin, name), words, as)
  await program('initdb', '-D', data, '-U', 'longreach', '-E', 'UTF8', '-A', 'trust', '-N', '--locale=C.UTF-8')
  const settings = `-c listen_addresses='' -c unix_socket_directories='${folder}' -c fsync=off`
  await program('pg_ctl', '-D', data, '-w', '-l', path.join(folder, 'log'), '-o', settings, 'start')
  return {
    async create(name) {
      await program('createdb', '-h', folder, '-U', 'longreach', '-T', 'template0', name)
      return `postgres://longreach@localhost/${name}?host=${encodeURIComponent(folder)}`
    },
    async stop() {
      await program('pg_ctl', '-D', data, '-m', 'fast', '-w', 'stop')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
