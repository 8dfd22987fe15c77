import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { closeRemoteSession, createRemoteAccess, listRemoteLogs } from '@longreach/contract/remote/endpoints'
import { type Browser, type BrowserContext, expect as expectPage, type Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { type Client, type Device, enrolledAs, makeDevice, type Shell } from '../agent-device.ts'
import { buildNet, type Net } from '../agent-net.ts'
import { startServer, type TestServer } from '../agent-server.ts'
import { able, launch, openShell, pageLink, readIfThere, shellText, typeLine } from '../reach-browser.ts'
import {
  addLanHost,
  lanHost,
  pagesPassword,
  type Served,
  type SshServer,
  servePages,
  serveShell,
} from '../reach-site.ts'

const gatewayPort = 15178
const kinds: [Shell, Client, SshServer][] = [
  ['busybox ash', 'dropbear', 'dropbear'],
  ['busybox ash', 'OpenSSH', 'OpenSSH'],
]

test.runIf(process.env.CI)('CI has what reaching a device is tested with', () => expect(able).toBe(true))

describe.skipIf(!able)('a browser reaches devices behind NAT', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'reach-e2e-'))
  const devices: { id: number; name: string; device: Device; root: string; served: Served[] }[] = []
  let net: Net
  let server: TestServer
  let lan: ReturnType<typeof addLanHost>
  let browser: Browser
  let context: BrowserContext
  let page: Page

  beforeAll(async () => {
    chmodSync(dataDir, 0o711)
    net = buildNet('lrr', kinds.length)
    server = await startServer({ dataDir, gatewayHost: net.serverAddress, gatewayPort })
    lan = addLanHost(net.site(1))
    for (const [index, [shell, client, ssh]] of kinds.entries()) {
      const site = net.site(index + 1)
      const root = path.join(tmpdir(), `lrr-device-${index + 1}`)
      const device = makeDevice(site, root, shell, client)
      const served = [serveShell(site, root, ssh), ...servePages(site.space, root, `gate-${index + 1}`)]
      if (index === 0) served.push(...servePages(lan.space, root, 'camera'))
      const { id } = enrolledAs(device.paste(await server.installLine()))
      devices.push({ id, name: `gate-${index + 1}`, device, root, served })
    }
    browser = await launch()
    context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } })
    page = await context.newPage()
    await page.request.post('/api/account/login', {
      data: { username: 'admin@longreach.test', password: 'Longreach-demo-1' },
      headers: { 'X-Requested-With': 'XMLHttpRequest' },
    })
  })

  afterAll(async () => {
    await browser?.close()
    for (const { device, served } of devices) {
      for (const one of served) await one.end()
      device.remove()
    }
    lan?.remove()
    net?.remove()
    await server?.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  describe.each(kinds.map(([, , ssh], index) => ({ ssh, index })))('$ssh', ({ index }) => {
    test('the shell opens with a key of one session, takes keys, sizes, a megabyte and endless output', async () => {
      const { id, root } = devices[index]!
      onTestFailed(async () => void (await page.screenshot({ path: `test-results/shell-${index}.png` })))
      await page.goto(`/devices/${id}/activity`)
      await openShell(page)
      await typeLine(page, 'echo "$((6*7)) ä €"')
      await expectPage.poll(() => shellText(page)).toContain('42 ä €')

      const rows = async () => {
        await typeLine(page, 'stty size')
        await expectPage.poll(() => shellText(page)).toMatch(/\d+ \d+\s*\n.*[#$] *$/)
        return Number((await shellText(page)).match(/(\d+) (\d+)\s*\n[^\n]*$/)?.[1])
      }
      const before = await rows()
      await page.getByRole('button', { name: 'Whole window' }).click()
      await page.locator('.xterm-screen').click()
      await expectPage.poll(rows).toBeGreaterThan(before)

      const text = randomBytes(512 * 1024).toString('hex')
      const lines = text.match(/.{1,100}/g)!.join('\n')
      await typeLine(page, `echo rea''dy; head -c ${lines.length + 1} >/root/pasted; echo do''ne`)
      await expectPage.poll(() => shellText(page)).toContain('ready')
      await page.evaluate((pasted) => {
        const data = new DataTransfer()
        data.setData('text/plain', pasted)
        document
          .querySelector('.xterm-helper-textarea')
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
      }, `${lines}\n`)
      await expectPage.poll(() => shellText(page), { timeout: 60_000 }).toContain('done')
      await typeLine(page, 'sha256sum /root/pasted')
      await expectPage.poll(() => shellText(page)).toContain(createHash('sha256').update(`${lines}\n`).digest('hex'))

      await typeLine(page, 'yes')
      const until = Date.now() + 5000
      let slowest = 0
      while (Date.now() < until) {
        const asked = Date.now()
        await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
        slowest = Math.max(slowest, Date.now() - asked)
      }
      expect(slowest).toBeLessThan(1500)
      await page.keyboard.press('Control+c')
      await typeLine(page, "echo sti''ll here")
      // Output that was sent before the key is drawn first.
      await expectPage.poll(() => shellText(page), { timeout: 30_000 }).toContain('still here')

      const keys = path.join(root, 'root/.ssh/authorized_keys')
      expect(readIfThere(keys)).toContain('rm-agent:')
      await page.getByRole('tab', { name: /root/ }).press('Delete')
      await page.getByRole('dialog').getByRole('button', { name: 'End', exact: true }).click()
      await expectPage(page.locator('.xterm')).toHaveCount(0)
      await expectPage.poll(() => readIfThere(keys)).not.toContain('rm-agent:')
    })

    test.each(['http', 'https'] as const)(
      'pages by %s: sign-in by HTTP, a socket, a redirect, 200 MB up',
      async (protocol) => {
        const { id } = devices[index]!
        const port = protocol === 'http' ? 80 : 443
        const created = await server.admin.call(createRemoteAccess, {
          body: {
            data: [
              {
                device_id: id,
                name: `page-${protocol}`,
                destination_ip: '127.0.0.1',
                destination_port: port,
                protocol,
              },
            ],
          },
        })
        const link = await pageLink(server.admin, created.data[0]!.id)
        const tab = await context.newPage()
        await tab.goto(link)
        await expectPage(tab.getByRole('heading')).toHaveText(devices[index]!.name)
        await tab.goto(new URL('/moved', tab.url()).href)
        await expectPage(tab.getByRole('heading')).toHaveText('landed')
        expect(new URL(tab.url()).host).toBe(new URL(link).host)
        const asked = await context.newPage()
        const challenged = asked.waitForResponse((response) => response.url().endsWith('/private/'))
        // Without an answer the browser gives up.
        await asked.goto(new URL('/private/', tab.url()).href).catch(() => undefined)
        expect((await challenged).headers()['www-authenticate']).toContain('Basic')
        await asked.close()
        const known = await (
          await browser.newContext({ httpCredentials: { username: 'admin', password: pagesPassword } })
        ).newPage()
        await known.goto(await pageLink(server.admin, created.data[0]!.id))
        await known.goto(new URL('/private/', known.url()).href)
        await expectPage(known.getByRole('heading')).toHaveText('private page')
        await known.context().close()
        const echoed = await tab.evaluate(
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/app/socket`)
              socket.onopen = () => socket.send('ping over the tunnel')
              socket.onmessage = ({ data }) => resolve(data)
              socket.onerror = () => reject(new Error('socket'))
            }),
        )
        expect(echoed).toBe('ping over the tunnel')
        const sent = await tab.evaluate(async () => {
          const body = new Blob(Array.from({ length: 200 }, (_, at) => new Uint8Array(1024 * 1024).fill(at)))
          const response = await fetch('/app/upload', { method: 'POST', body })
          return (await response.json()) as { bytes: number; sha256: string; cookie: string }
        })
        const hash = createHash('sha256')
        for (let at = 0; at < 200; at++) hash.update(Buffer.alloc(1024 * 1024, at))
        expect(sent).toMatchObject({ bytes: 200 * 1024 * 1024, sha256: hash.digest('hex') })
        // Neither the console's cookies nor the session's own reach the device.
        expect(sent.cookie).toBe('')
        await tab.close()
      },
      180_000,
    )
  })

  test('a host behind the device opens, and a target outside of its entry does not', async () => {
    const { id } = devices[0]!
    const body = {
      data: [
        { device_id: id, name: 'camera', destination_ip: lanHost, destination_port: 80, protocol: 'http' as const },
      ],
    }
    const created = await server.admin.call(createRemoteAccess, { body })
    const tab = await context.newPage()
    await tab.goto(await pageLink(server.admin, created.data[0]!.id))
    await expectPage(tab.getByRole('heading')).toHaveText('camera')
    await tab.close()
  })

  test('a hostile page gets nothing of the console: no cookie, no storage, no answer, no socket', async () => {
    const { id } = devices[0]!
    await page.goto('/management/devices')
    await page.evaluate(() => localStorage.setItem('secret', 'of the console'))
    const body = {
      data: [
        { device_id: id, name: 'spy', destination_ip: '127.0.0.1', destination_port: 80, protocol: 'http' as const },
      ],
    }
    const created = await server.admin.call(createRemoteAccess, { body })
    const tab = await context.newPage()
    await tab.goto(await pageLink(server.admin, created.data[0]!.id))
    await tab.goto(new URL(`/spy.html?console=${encodeURIComponent(server.url)}`, tab.url()).href)
    await expectPage(tab.locator('#got')).not.toHaveText('waiting')
    const got = JSON.parse(await tab.locator('#got').innerText()) as Record<string, unknown>
    expect(got).toMatchObject({ cookie: '', local: {}, read: expect.stringContaining('refused'), socket: 'refused' })
    expect(got.frame).not.toBe('Longreach')
    await tab.close()
  })

  test('the history knows who opened what, how much went through and how it ended', async () => {
    const history = async () => {
      const query = { start_date: '2020-01-01 00:00:00', end_date: '2099-01-01 00:00:00', limit: 100 }
      return (await server.admin.call(listRemoteLogs, { query })).data
    }
    for (const { id, active } of await history()) {
      if (active) await server.admin.call(closeRemoteSession, { params: { session_id: id } })
    }
    const data = await history()
    const uploads = data.filter(({ name, input_data }) => name.startsWith('page-') && input_data > 200 * 1024 * 1024)
    expect(uploads).toHaveLength(4)
    const shells = data.filter(({ type }) => type === 'cli')
    expect(shells).toHaveLength(kinds.length)
    for (const shell of shells) {
      expect(shell).toMatchObject({ username: 'admin@longreach.test', active: false, actor_id: null })
      expect(shell.output_data).toBeGreaterThan(1024 * 1024)
      expect(shell.end_reason).toBeTruthy()
    }
  })
})
