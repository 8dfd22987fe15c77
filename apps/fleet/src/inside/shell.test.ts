import { expect, test } from 'vitest'
import { specOf } from '../spec.ts'
import { newState } from '../state.ts'
import { groupsOf, type Values } from '../world/groups.ts'
import { createMeters } from '../world/traffic.ts'
import { createMachine } from './machine.ts'
import { runLine } from './shell.ts'
import { openTerminal } from './terminal.ts'

const at = 1_790_000_000
const bootAt = at - 93_784

function simulated() {
  const spec = specOf({ index: 3, model: 'RUTX11', name: 'Site 3', use: 'office' }, 7)
  const boot = { at: bootAt, meters: createMeters(spec, bootAt) }
  const values = (): Values =>
    Object.fromEntries(
      groupsOf(spec).flatMap((group) => {
        const samples = group.sample(at, boot)
        return group.parameters.map((name, index) => [name, samples[index] ?? null] as const)
      }),
    )
  const state = newState(at, bootAt, at)
  let reboots = 0
  const { machine } = createMachine({
    spec,
    state,
    values,
    save: () => {},
    now: () => at,
    enrolledPassword: 'secret',
    reboot: () => void reboots++,
  })
  return { machine, values, reboots: () => reboots, outputs: () => state.outputs }
}

async function run(line: string, device = simulated(), signal = new AbortController().signal) {
  let output = ''
  const print = (text: string) => {
    output += text
  }
  const exit = await runLine(line, { machine: device.machine, print, last: 0, signal })
  return { exit, output }
}

test('programs print what the device reports', async () => {
  const device = simulated()
  const { kernel, ram_total, wan_ip, flash_total } = device.values()
  const { identity } = device.machine.spec
  expect((await run('uname -a', device)).output).toMatch(
    new RegExp(`^Linux RUTX11-${identity.serial.slice(-4)} ${kernel} .*simulated`),
  )
  expect((await run('uptime', device)).output).toContain('up 1 days, 2:03')
  expect((await run('free', device)).output).toContain(String(Number(ram_total) / 1024))
  expect((await run('df', device)).output).toContain(String(Number(flash_total) / 1024))
  expect((await run('ifconfig', device)).output).toContain(`inet addr:${wan_ip}`)
  expect((await run('ip addr', device)).output).toContain(identity.mac.toLowerCase())
  expect((await run('cat /etc/os-release', device)).output).toContain(identity.firmware)
  expect((await run('cat /proc/uptime', device)).output).toMatch(/^93784\.00 /)
  for (const program of ['ls /etc', 'logread', 'ps', 'dmesg', 'top -n 1', 'date', 'id', 'help', 'hostname'])
    expect(await run(program, device)).toMatchObject({ exit: 0, output: expect.stringMatching(/\S/) })
})

test.each([
  ['echo one  two "three  four" \'$HOME\' $HOME', 'one two three  four $HOME /root\n', 0],
  ['false; echo $?', '1\n', 0],
  ['false && echo no || echo yes', 'yes\n', 0],
  ['true || echo no', '', 0],
  ['cat /etc/config/network | grep ipaddr | wc -l', '1\n', 0],
  ['echo "a; b" | cat', 'a; b\n', 0],
  ['echo a # b', 'a\n', 0],
  ['echo -n x\necho y', 'xy\n', 0],
  ['echo a; exit 3; echo b', 'a\n', 3],
  ['frobnicate -x', 'frobnicate: not found\n', 127],
  ['__proto__', '__proto__: not found\n', 127],
  ['cat /etc/shadow', "cat: can't open '/etc/shadow': No such file or directory\n", 1],
  ['echo "open', "sh: syntax error near '\"'\n", 2],
  ['yes | head -n 2', 'y\ny\n', 0],
])('%j', async (line, output, exit) => {
  expect(await run(line)).toEqual({ output, exit })
})

test('an endless program can be interrupted', async () => {
  expect(await run('sleep 100', simulated(), AbortSignal.timeout(20))).toEqual({ output: '', exit: 130 })
  const { exit, output } = await run('yes', simulated(), AbortSignal.timeout(50))
  expect(exit).toBe(130)
  expect(output).toMatch(/^(y\n)+$/)
})

test('reboot restarts the machine', async () => {
  const device = simulated()
  await run('reboot', device)
  expect(device.reboots()).toBe(1)
})

async function type(...texts: string[]) {
  let screen = ''
  let ended: number | undefined
  const terminal = openTerminal(simulated().machine, {
    write: (text) => {
      screen += text
    },
    ended: (exit) => {
      ended = exit
    },
  })
  for (const text of texts) {
    terminal.typed(text)
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
  // The last line after its redraws.
  return { screen, ended, last: screen.split('\r').at(-1) }
}

test('the terminal announces that it is simulated, and has editing, history and completion', async () => {
  expect((await type()).screen).toContain('simulated')
  expect((await type('echo wrng\u001b[D\u001b[Do\r')).screen).toContain('\r\nwrong\r\n')
  expect((await type('echo ab\u007fc\r')).screen).toContain('\r\nac\r\n')
  const { screen } = await type('echo first\r', '\u001b[A', '\r')
  expect(screen.match(/\r\nfirst\r\n/g)).toHaveLength(2)
  expect((await type('upt\t\r')).screen).toMatch(/load average/)
  expect((await type('cat /etc/host\t\r')).screen).toContain('\r\nRUTX11-')
  expect((await type('ghost\u0015echo clean\r')).screen).toContain('\r\nclean\r\n')
})

test('Ctrl-C ends a program or drops the line, Ctrl-D and exit end the session', async () => {
  const { screen, ended } = await type('yes\r', 'lost\u0003echo after\r')
  expect(screen).toContain('^C\r\n')
  expect(screen).toContain('\r\nafter\r\n')
  expect(ended).toBeUndefined()
  expect((await type('sleep 0.01\recho ahead\r', '')).screen).toContain('\r\nahead\r\n')
  expect((await type('half\u0003echo whole\r')).screen).toContain('\r\nwhole\r\n')
  expect((await type('\u0004')).ended).toBe(0)
  expect((await type('x\u0004')).ended).toBeUndefined()
  expect((await type('false\r', 'exit\r')).ended).toBe(1)
})

test('an output of the device is set, and none that it does not have', async () => {
  const device = simulated()
  const set = (output: string) => run(`ubus call ioman.gpio.${output} update '{"value":"1"}'`, device)
  expect(await set('dout1')).toEqual({ exit: 0, output: '' })
  expect(device.outputs()).toEqual({ dout1: 1 })
  for (const other of ['relay0', 'din1', 'dout9']) expect((await set(other)).exit).toBe(4)
  expect(device.outputs()).toEqual({ dout1: 1 })
})
