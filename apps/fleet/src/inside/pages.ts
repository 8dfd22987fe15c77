import type { Values } from '../world/groups.ts'
import { type Machine, passwordOf } from './machine.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const clean = (value: unknown) => String(value ?? '–').replace(/[&<>"]/g, (character) => escapes[character] ?? '')

export const style = `body{font:15px/1.5 system-ui,sans-serif;margin:0;color:#1b2430;background:#f4f6f8}
header{background:#12344d;color:#fff;padding:12px 24px;display:flex;gap:16px;align-items:center}
header b{font-size:17px}header span{background:#e0a100;color:#221a00;border-radius:4px;padding:1px 8px;font-size:13px}
main{max-width:760px;margin:24px auto;padding:0 16px}table{border-collapse:collapse;width:100%;background:#fff}
td,th{text-align:left;padding:6px 12px;border-bottom:1px solid #e3e8ec}form.in{max-width:320px;background:#fff;padding:24px}
label{display:block;margin-bottom:12px}input{width:100%;box-sizing:border-box;padding:6px;font:inherit}
button{font:inherit;padding:6px 16px}.wrong{color:#b00020}img{max-width:100%;display:block}`

// Only relative addresses, so that the page works at any URL.
export const script = `const at=new URL('live',location.href);at.protocol=at.protocol.replace('http','ws')
const live=new WebSocket(at);live.onmessage=({data})=>{for(const[name,value]of Object.entries(JSON.parse(data))){
const cell=document.getElementById(name);if(cell)cell.textContent=value}}
live.onclose=()=>{const cell=document.getElementById('state');if(cell)cell.textContent='not live'}`

function page(title: string, body: string, tools = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${clean(title)}</title>
<link rel="stylesheet" href="style.css"></head><body><header><b>${clean(title)}</b><span>simulated</span>${tools}</header><main>${body}</main></body></html>`
}

const titleOf = ({ spec }: Machine) => `${spec.model.model} · ${spec.name}`

export function signInPage(machine: Machine, wrong: boolean): string {
  const hint =
    machine.password() === passwordOf(machine.spec)
      ? `<p>This device is simulated. Its user is <code>admin</code>, its password <code>${clean(machine.password())}</code>.</p>`
      : '<p>This device is simulated. Its user is <code>admin</code>, its password the one it was added with, or the last one that was set.</p>'
  return page(
    titleOf(machine),
    `<h1>Sign in</h1>${wrong ? '<p class="wrong" role="alert">User name or password is wrong.</p>' : ''}
<form class="in" method="post" action="login"><label>User name<input name="username" autocomplete="username" value="admin"></label>
<label>Password<input name="password" type="password" autocomplete="current-password"></label><button>Sign in</button></form>${hint}`,
  )
}

/** Values of the status page, by the id of its cell. */
export function statusOf(machine: Machine): Record<string, string> {
  const values: Values = machine.values()
  const uptime = Math.max(0, Math.floor(machine.now() - machine.bootAt()))
  return {
    time: new Date(machine.now() * 1000).toISOString().slice(0, 19).replace('T', ' '),
    uptime: `${Math.floor(uptime / 3600)} h ${Math.floor(uptime / 60) % 60} min ${uptime % 60} s`,
    cpu: `${values.cpu_load} %`,
    memory: `${Math.round(Number(values.ram_free ?? 0) / 1024 / 1024)} MB free`,
    temperature: `${values.temperature} °C`,
    clients: String(values.clients_count),
    wan: `${values.wan_state} ${values.wan_ip}`,
    ...(values.operator !== undefined && {
      operator: String(values.operator),
      signal: `${values.signal} dBm ${values.connection_type}`,
    }),
  }
}

const names: Record<string, string> = { time: 'Time', uptime: 'Uptime', cpu: 'CPU', memory: 'Memory', wan: 'WAN' }
const label = (id: string) => names[id] ?? id.charAt(0).toUpperCase() + id.slice(1)

function table(rows: readonly (readonly [id: string, name: string, value: string])[]): string {
  const cells = rows.map(
    ([id, name, value]) => `<tr><th scope="row">${clean(name)}</th><td id="${id}">${clean(value)}</td></tr>`,
  )
  return `<table>${cells.join('')}</table>`
}

export function statusPage(machine: Machine): string {
  const { identity } = machine.spec
  const fixed = [
    ['serial', 'Serial number', identity.serial],
    ['mac', 'MAC', identity.mac],
    ['firmware', 'Firmware', identity.firmware],
    ['state', 'Values', 'live'],
  ] as const
  const live = Object.entries(statusOf(machine)).map(([id, value]) => [id, label(id), value] as const)
  return page(
    titleOf(machine),
    `<h1>Status</h1>${table([...fixed, ...live])}<script src="status.js"></script>`,
    '<form method="post" action="logout"><button>Sign out</button></form>',
  )
}

/** Page of a camera or controller in the LAN of the device. */
export function lanPage(machine: Machine, kind: 'camera' | 'plc'): string {
  if (kind === 'camera')
    return page('Camera', '<h1>Picture</h1><img src="picture.svg" alt="Simulated picture with the time">')
  const io = Object.entries(machine.values()).filter(([name]) => /^(din|dout|relay|iio|acl|onewire)/.test(name))
  const rows = io.map(([name, value]) => [name, name, String(value)] as const)
  return page(
    'Controller',
    `<h1>Inputs and outputs</h1>${table([['time', 'Time', statusOf(machine).time ?? ''], ...rows])}`,
  )
}

export function picture(machine: Machine): string {
  const { time } = statusOf(machine)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#274c63"/><rect y="240" width="640" height="120" fill="#3f5d3a"/><circle cx="520" cy="80" r="36" fill="#f2d16b"/><text x="16" y="340" fill="#fff" font-family="monospace" font-size="20">${clean(machine.spec.name)} ${time} simulated</text></svg>`
}
