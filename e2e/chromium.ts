import { existsSync } from 'node:fs'

// The headless shell draws the same pages without a window: it starts sooner and uses less CPU.
const installed = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? installed.find((file) => existsSync(file))

/** The browser to start: the system's or, without one, the one Playwright installed. */
export const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
