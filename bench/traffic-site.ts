import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { SshKind } from './agent-device.ts'

const space = 'lrbench'
export const here = '10.79.0.1'
const there = '10.79.0.2'
const tools: Record<SshKind, string[]> = { dropbear: ['dbclient', 'dropbearkey'], openssh: ['ssh', 'ssh-keygen'] }

/** A modem in the output of ModemManager, with a signal that changes all the time. */
const modem = `#!/bin/sh
case $* in
	*-L*) echo '/org/freedesktop/ModemManager1/Modem/0 [Quectel] EC25' ;;
	*--signal-get*)
		read -r noise </proc/sys/kernel/random/uuid
		noise=$((0x$(echo "$noise" | cut -c1-4)))
		echo "modem.signal.lte.rssi : -$((60 + noise % 9)).00"
		echo "modem.signal.lte.rsrp : -$((90 + noise % 11)).00"
		echo "modem.signal.lte.rsrq : -$((9 + noise % 5)).00"
		echo "modem.signal.lte.snr : $((8 + noise % 7)).40"
		;;
	*)
		echo 'modem.3gpp.imei : 356938035643809'
		echo 'modem.3gpp.operator-name : Tele2 LT'
		echo 'modem.3gpp.operator-code : 24603'
		echo 'modem.3gpp.registration-state : home'
		echo 'modem.generic.access-technologies.value[1] : lte'
		echo 'modem.generic.state : connected'
		echo 'modem.generic.primary-sim-slot : 1'
		;;
esac
`

const ip = (...words: string[]) => execFileSync('ip', words, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' })

export function removeSite(): void {
  endSite()
  spawnSync('ip', ['netns', 'del', space], { stdio: 'ignore' })
}

/** Ends all processes of the site. */
export function endSite(): void {
  const pids = spawnSync('ip', ['netns', 'pids', space], { encoding: 'utf8' }).stdout.split('\n').filter(Boolean)
  for (const pid of pids) spawnSync('kill', ['-9', pid])
}

const ends = { outside: '02:00:00:00:00:01', inside: '02:00:00:00:00:02' }

/** A network namespace with one cable that carries only the traffic of its programs. */
export function makeSite(): void {
  removeSite()
  const cable = ['link', 'add', 'lrbench0', 'address', ends.outside, 'type', 'veth', 'peer', 'name', 'eth0']
  ip('netns', 'add', space)
  ip(...cable, 'address', ends.inside, 'netns', space)
  ip('link', 'set', 'lrbench0', 'addrgenmode', 'none')
  ip('addr', 'add', `${here}/24`, 'dev', 'lrbench0')
  ip('link', 'set', 'lrbench0', 'up')
  ip('neigh', 'add', there, 'lladdr', ends.inside, 'dev', 'lrbench0', 'nud', 'permanent')
  ip('-n', space, 'link', 'set', 'eth0', 'addrgenmode', 'none')
  ip('-n', space, 'addr', 'add', `${there}/24`, 'dev', 'eth0')
  ip('-n', space, 'link', 'set', 'lo', 'up')
  ip('-n', space, 'link', 'set', 'eth0', 'up')
  ip('-n', space, 'neigh', 'add', here, 'lladdr', ends.outside, 'dev', 'eth0', 'nud', 'permanent')
}

/** Adds the interface of a modem without traffic. */
export function addModem(): void {
  if (spawnSync('ip', ['-n', space, 'link', 'show', 'wwan0'], { stdio: 'ignore' }).status === 0) return
  ip('-n', space, 'link', 'add', 'wwan0', 'type', 'veth', 'peer', 'name', 'wwan1')
  ip('-n', space, 'link', 'set', 'wwan0', 'addrgenmode', 'none')
  ip('-n', space, 'link', 'set', 'wwan0', 'up')
}

/** Bytes of IP over the cable in both directions, as a provider counts them. */
export function counted(): number {
  const read = (name: string) => Number(readFileSync(`/sys/class/net/lrbench0/statistics/${name}`, 'utf8'))
  const ethernetHeader = 14
  return read('rx_bytes') + read('tx_bytes') - ethernetHeader * (read('rx_packets') + read('tx_packets'))
}

/** Runs a program of the site to its end; returns its output. */
export const runThere = (env: NodeJS.ProcessEnv, ...command: string[]) =>
  execFileSync('ip', ['netns', 'exec', space, ...command], { env, encoding: 'utf8' })

/** Creates the folders of a device with one SSH client and, if it has one, a modem; returns its PATH. */
export function furnish(folder: string, kind: SshKind, mobile: boolean): string {
  for (const name of ['run', 'etc', 'tools']) mkdirSync(path.join(folder, name))
  for (const tool of tools[kind]) {
    const place = execFileSync('sh', ['-c', `command -v ${tool}`], { encoding: 'utf8' }).trim()
    symlinkSync(place, path.join(folder, 'tools', tool))
  }
  if (mobile) writeFileSync(path.join(folder, 'tools/mmcli'), modem, { mode: 0o755 })
  return `${path.join(folder, 'tools')}:${process.env.PATH}`
}
