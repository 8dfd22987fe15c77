import { loadsOf, uptimeOf } from './files.ts'
import { hostnameOf, lanAddress, type Machine } from './machine.ts'

export const kilo = (bytes: unknown) => String(Math.floor(Number(bytes ?? 0) / 1024))

function clock(seconds: number): string {
  const hours = Math.floor(seconds / 3600) % 24
  const minutes = String(Math.floor(seconds / 60) % 60).padStart(2, '0')
  const days = Math.floor(seconds / 86_400)
  return `${days > 0 ? `${days} days, ` : ''}${hours}:${minutes}`
}

export const uptimeLine = (machine: Machine) =>
  ` ${new Date(machine.now() * 1000).toISOString().slice(11, 19)} up ${clock(uptimeOf(machine))},  load average: ${loadsOf(machine).join(', ')}\n`

export function interfaces({
  spec,
  values,
}: Machine): { name: string; address: string; mac: string; rx: number; tx: number }[] {
  const { wan_ip, received, sent, ...rest } = values()
  const wan = spec.modem ? 'wwan0' : 'eth1'
  const mac = spec.identity.mac
  return [
    {
      name: 'br-lan',
      address: `${lanAddress}/24`,
      mac,
      rx: Number(rest['port_rx_bytes.lan1'] ?? 0),
      tx: Number(rest['port_tx_bytes.lan1'] ?? 0),
    },
    {
      name: wan,
      address: `${wan_ip}/24`,
      mac,
      rx: Number(received ?? rest['port_rx_bytes.wan'] ?? 0),
      tx: Number(sent ?? rest['port_tx_bytes.wan'] ?? 0),
    },
    { name: 'lo', address: '127.0.0.1/8', mac: '00:00:00:00:00:00', rx: 0, tx: 0 },
  ]
}

const processes = ['init', 'kthreadd', 'ubusd', 'logd', 'netifd', 'rm-agent run', 'dropbear -F -p 22', 'uhttpd -f']

export function processTable(machine: Machine): string {
  const rows = processes.map((name, index) => `${String(1 + index * 137).padStart(5)} root      ${name}`)
  return `  PID USER      COMMAND\n${rows.join('\n')}\n${' '.repeat(5)} simulated on ${hostnameOf(machine.spec)}\n`
}

export function topScreen(machine: Machine): string {
  const { ram_total, ram_free, cpu_load } = machine.values()
  const used = Number(ram_total ?? 0) - Number(ram_free ?? 0)
  return (
    `Mem: ${kilo(used)}K used, ${kilo(ram_free)}K free   (simulated)\n` +
    `CPU: ${cpu_load}% usr\nLoad average: ${loadsOf(machine).join(' ')}\n${processTable(machine)}`
  )
}

export function logLines({ spec, bootAt, now }: Machine): string {
  const line = (at: number, text: string) => `${new Date(at * 1000).toUTCString()} daemon.info ${text}\n`
  const boot = bootAt()
  return (
    line(boot, 'kernel: booting (simulated)') +
    line(boot + 9, `netifd: Interface 'lan' is now up, ${lanAddress}`) +
    line(boot + 21, `${spec.modem ? 'gsmd: modem registered' : 'netifd: wan is now up'}`) +
    line(Math.min(now(), boot + 30), 'rm-agent: online')
  )
}
