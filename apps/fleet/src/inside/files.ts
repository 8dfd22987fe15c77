import { hostnameOf, lanAddress, type Machine } from './machine.ts'

const kilo = (bytes: unknown) => Math.floor(Number(bytes ?? 0) / 1024)

export const uptimeOf = (machine: Machine) => Math.max(1, Math.floor(machine.now() - machine.bootAt()))

export const loadsOf = (machine: Machine) =>
  [1, 0.9, 0.8].map((part) => ((Number(machine.values().cpu_load ?? 5) / 100) * part).toFixed(2))

/** Files that `cat` can read: each reflects the identity and measurements of the device. */
const files: Record<string, (machine: Machine) => string> = {
  '/etc/banner': ({ spec }) =>
    ` ${spec.model.model} · ${spec.name}\n This device is simulated: its values are made up, and nothing behind it is real.\n`,
  '/etc/hostname': ({ spec }) => `${hostnameOf(spec)}\n`,
  '/etc/os-release': ({ spec }) =>
    `NAME="simulated ${spec.model.os}"\nVERSION="${spec.identity.firmware}"\nID=simulated\nPRETTY_NAME="${spec.model.model} ${spec.identity.firmware} (simulated)"\n`,
  '/etc/passwd': () => 'root:x:0:0:root:/root:/bin/ash\nnobody:x:65534:65534:nobody:/var:/bin/false\n',
  '/etc/config/system': ({ spec }) =>
    `config system\n\toption hostname '${hostnameOf(spec)}'\n\toption devicename '${spec.name}'\n\toption timezone 'UTC-2'\n`,
  '/etc/config/network': () =>
    `config interface 'lan'\n\toption device 'br-lan'\n\toption proto 'static'\n\toption ipaddr '${lanAddress}'\n\toption netmask '255.255.255.0'\n`,
  '/proc/uptime': (machine) => `${uptimeOf(machine)}.00 ${Math.floor(uptimeOf(machine) * 0.9)}.00\n`,
  '/proc/loadavg': (machine) => `${loadsOf(machine).join(' ')} 1/62 4211\n`,
  '/proc/version': (machine) => `Linux version ${machine.values().kernel} (simulated)\n`,
  '/proc/meminfo': (machine) => {
    const { ram_total, ram_free } = machine.values()
    return `MemTotal: ${kilo(ram_total)} kB\nMemFree: ${kilo(ram_free)} kB\nMemAvailable: ${kilo(ram_free)} kB\n`
  },
  '/tmp/sysinfo/model': ({ spec }) => `${spec.model.model}\n`,
}

export const fileNames = Object.keys(files)

export function readFile(machine: Machine, path: string): string | undefined {
  const stored = machine.stored()
  return Object.hasOwn(stored, path) ? stored[path] : Object.hasOwn(files, path) ? files[path]?.(machine) : undefined
}

/** Folders where files can be stored. */
const folders: readonly string[] = ['', '/etc', '/etc/config', '/root', '/tmp', '/usr/bin', '/www']

/** Reason why nothing can be stored at a path; undefined if it can. */
export function refusalOf(path: string): string | undefined {
  if (folders.includes(path) || listFolder(path)) return 'it is a folder'
  return folders.includes(path.slice(0, path.lastIndexOf('/'))) ? undefined : 'there is no such folder'
}

/** Names in a folder; undefined if there is no such folder. */
export function listFolder(path: string): string[] | undefined {
  const prefix = path.endsWith('/') ? path : `${path}/`
  const inside = fileNames.filter((name) => name.startsWith(prefix))
  if (inside.length === 0) return undefined
  return [...new Set(inside.map((name) => name.slice(prefix.length).split('/')[0] as string))].toSorted()
}
