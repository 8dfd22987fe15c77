import { patience } from '@longreach/contract/test-patience'
import { expect, type Page, type Route } from '@playwright/test'
import { vectorTile } from '../apps/server/src/test/map-file.ts'
import { expectAccessible, expectNoSidewaysScroll, signIn } from './console-world.ts'
import { ownPlace } from './place.ts'
import { test } from './test.ts'

const place = ownPlace()

/** Two devices at one place. */
const together = 'Head office'
const alone = 'Pier 4 crane'
const moving = 'Bus 27'

const canvas = (page: Page) => page.getByRole('region', { name: 'Map of the devices' })
const inView = (page: Page) => page.getByRole('region', { name: 'In view, offline first' })
const cameraOf = (page: Page) => new URL(page.url()).searchParams.get('at') ?? ''

/** A tile of one colour: 1 × 1 pixel. */
const redTile = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR42mP4z8AAAAMBAQD3A0FDAAAAAElFTkSuQmCC',
  'base64',
)

/** As the server answers without a map of the operator. */
const noMap = { style: null, tiles: null, file: null, file_failed: false, attribution: '', google_key: null }

/** Requests that leave the site, and errors in the browser's log, from now on. */
function watch(page: Page, site: string | undefined) {
  const outside: string[] = []
  page.on('request', (request) => {
    const url = request.url()
    if (!/^(blob|data):/.test(url) && !url.startsWith(site ?? '')) outside.push(url)
  })
  const errors: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return { outside, errors }
}

/** Pages may load from an origin, too, as those of a server with a key of Google may (base-map.test.ts). */
const permit = (page: Page, pages: RegExp, directive: string, origin: string) =>
  page.route(pages, async (route) => {
    const response = await route.fetch()
    const headers = response.headers()
    const policy = headers['content-security-policy'] ?? ''
    const opened = policy.replace(`${directive} 'self'`, `${directive} 'self' ${origin}`)
    await route.fulfill({ response, headers: { ...headers, 'content-security-policy': opened } })
  })

/** In place of the script of Google: two addresses, whatever is searched. */
const googleScript = `
  const place = (number) => ({
    placePrediction: {
      placeId: String(number),
      text: { text: 'Harbour street ' + number + ', Klaipeda' },
      toPlace: () => ({
        async fetchFields() {
          return { place: { location: { lat: () => 55.7 + number / 100, lng: () => 21.13 } } }
        },
      }),
    },
  })
  google.maps.importLibrary = async () => ({
    AutocompleteSessionToken: class {},
    AutocompleteSuggestion: { fetchAutocompleteSuggestions: async () => ({ suggestions: [place(1), place(2)] }) },
  })
  google.maps.__ib__()`

/** The colour of the map a quarter from its left and top, where nothing lies on it; none while another map is made. */
async function pixelOf(page: Page): Promise<number[]> {
  const box = await canvas(page).boundingBox()
  if (!box) return []
  const clip = { x: box.x + box.width * 0.25, y: box.y + box.height * 0.25, width: 1, height: 1 }
  const shot = (await page.screenshot({ clip })).toString('base64')
  return page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
    const context = new OffscreenCanvas(1, 1).getContext('2d')
    context?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0)
    return [...(context?.getImageData(0, 0, 1, 1).data.subarray(0, 3) ?? [])]
  }, shot)
}

async function pressMiddle(page: Page): Promise<void> {
  await expect(canvas(page)).toHaveAttribute('aria-busy', 'false')
  const box = await canvas(page).boundingBox()
  if (!box) throw new Error('There is no map')
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

/** The map of the devices a search finds, once they have reported where they are and it shows them. */
async function openMap(page: Page, search: string, count: number): Promise<string> {
  const located = async () => {
    const answer = await page.request.get(`/api/devices/places?q=${encodeURIComponent(search)}`)
    return ((await answer.json()) as { meta: { located: number } }).meta.located
  }
  await expect.poll(located, { timeout: patience.fleetOnline }).toBe(count)
  await page.goto(`/management/devices/map?q=${encodeURIComponent(search)}`)
  await expect(inView(page).getByRole('button')).toHaveCount(count)
  await expect(page).toHaveURL(/at=/)
  return cameraOf(page)
}

async function idOf(page: Page, name: string): Promise<number> {
  const found = await page.request.get(`/api/devices?q=${encodeURIComponent(name)}&limit=1&fields=id`)
  return ((await found.json()) as { data: { id: number }[] }).data[0]?.id ?? 0
}

test.describe('map', () => {
  test.setTimeout(120_000)

  test('S9.63 S9.67: devices at one place are a ring that a click zooms into; nothing leaves the site', async ({
    page,
    baseURL,
  }) => {
    const { outside, errors } = watch(page, baseURL)
    await signIn(page)
    await page.goto('/management/devices?status=online')
    await page.getByRole('navigation', { name: 'View' }).getByRole('link', { name: 'Map' }).click()
    await expect(page).toHaveURL(/\/management\/devices\/map\?.*status=online/)
    await expect(page.getByText(/^\d+ of \d+ devices have a known position/)).toBeVisible()
    await expect(inView(page).getByRole('button').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await expectAccessible(page)

    const before = await openMap(page, together, 2)
    await pressMiddle(page)
    await expect.poll(() => Number(cameraOf(page).split(',')[2])).toBeGreaterThan(Number(before.split(',')[2]) + 3)

    await openMap(page, alone, 1)
    await pressMiddle(page)
    const card = page.getByRole('region', { name: alone, exact: true })
    await expect(card).toContainText('GPS')
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Open', exact: true }).click()
    await expect(page).toHaveURL(/\/devices\/\d+\/activity/)
    expect(outside).toEqual([])
    expect(errors).toEqual([])
  })

  test('the list beside the map is used by keys', async ({ page }) => {
    await signIn(page)
    await openMap(page, together, 2)
    const rows = inView(page).getByRole('button')
    await rows.first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(rows.nth(1)).toBeFocused()
    await expect(rows.nth(1)).toHaveAttribute('aria-pressed', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/devices\/\d+\/activity/)
  })

  test('S2.10 S2.252: a place is set by hand and removed, and the track of a device is played', async ({ page }) => {
    const still = 'Parking barrier P3'
    const { [still]: id } = await place.connect([still])
    await signIn(page, place.admin)
    await page.goto(`/devices/${id}/location`)
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible()
    await page.getByRole('button', { name: 'Set position' }).click()
    await expect(page.getByText('Required')).toHaveCount(2)
    await page.getByLabel('Latitude').fill('95')
    await page.getByLabel('Longitude').fill('21.1')
    await page.getByRole('button', { name: 'Set position' }).click()
    await expect(page.getByText('Between -90 and 90')).toBeVisible()
    await page.getByLabel('Latitude').fill('55.7')
    await page.getByRole('button', { name: 'Set position' }).click()
    await expect(page.getByText(`Position of ${still} updated successfully`)).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Remove', exact: true }).click()
    await expect(page.getByText(`Position of ${still} removed successfully`)).toBeVisible()

    await page.context().clearCookies()
    await signIn(page)
    await page.goto(`/devices/${await idOf(page, moving)}/location`)
    await page.getByRole('button', { name: 'Location history' }).click()
    const history = page.getByRole('dialog', { name: `Location history: ${moving}` })
    const time = history.getByRole('slider', { name: 'Time' })
    await expect(time).toBeVisible()
    await history.getByRole('button', { name: 'Play' }).click()
    await expect(history.getByRole('button', { name: 'Pause' })).toBeVisible()
    await history.getByRole('button', { name: 'Pause' }).click()
    await time.press('Home')
    await expect(time).toHaveValue('0')
    await expect(history.getByText(/^\d{4}-\d{2}-\d{2} .* · \d+ km\/h$/)).toBeVisible()
    await expectAccessible(page)
  })

  test('tiles of the operator are shown; if they fail, outlines are shown, and it says so', async ({ page }) => {
    const base = { ...noMap, tiles: '/tiles/{z}/{x}/{y}.png', attribution: '© Harbour survey' }
    await page.route('**/api/devices/base-map', (route) => route.fulfill({ json: { data: base } }))
    await page.route('**/tiles/**', (route) => route.fulfill({ contentType: 'image/png', body: redTile }))
    await signIn(page)
    await openMap(page, together, 2)
    await expect(canvas(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('© Harbour survey')).toBeVisible()
    await expect(page.getByText('Bundled outlines')).toHaveCount(0)
    await expect.poll(() => pixelOf(page)).toEqual([255, 0, 0])
    await expectAccessible(page)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await pixelOf(page))[0] ?? 255).toBeLessThan(160)
    await page.emulateMedia({ colorScheme: 'light' })

    await page.unroute('**/tiles/**')
    await page.route('**/tiles/**', (route) => route.fulfill({ status: 503 }))
    await page.reload()
    await expect(page.getByText('The map could not be loaded; outlines are shown instead')).toBeVisible()
    await expect(canvas(page)).toHaveAttribute('aria-busy', 'false')
    await expect.poll(async () => (await pixelOf(page))[1] ?? 0).toBeGreaterThan(60)
    await expectAccessible(page)
  })

  test('a map file of the operator is shown, with labels of the page’s own font, in light and dark', async ({
    page,
    baseURL,
  }) => {
    const file = { kind: 'vector', min_zoom: 0, max_zoom: 0, version: '1-2' }
    const base = { ...noMap, file, attribution: '© OpenStreetMap' }
    await page.route('**/api/devices/base-map', (route) => route.fulfill({ json: { data: base } }))
    // As the server answers with such a file (base-map.test.ts), which all other tests do not have.
    const asked = new Set<string>()
    await page.route('**/api/devices/base-map/**', (route) => {
      asked.add(new URL(route.request().url()).pathname)
      return route.fulfill({ contentType: 'application/vnd.mapbox-vector-tile', body: vectorTile() })
    })
    const { outside, errors } = watch(page, baseURL)
    await signIn(page)
    await openMap(page, together, 2)
    await expect(canvas(page)).toHaveAttribute('aria-busy', 'false')
    await expect(page.getByText('© OpenStreetMap')).toBeVisible()
    await expect.poll(() => pixelOf(page)).toEqual([226, 223, 218])
    await page.emulateMedia({ colorScheme: 'dark' })
    await expect.poll(async () => (await pixelOf(page))[0] ?? 255).toBeLessThan(60)
    expect([...asked]).toEqual(['/api/devices/base-map/0/0/0'])
    expect(outside).toEqual([])
    expect(errors).toEqual([])
  })

  test('S7.16 S7.17 S8.31 S9.69: an address is found with Google; Enter takes the first suggestion', async ({
    page,
  }) => {
    const asked: string[] = []
    let script = ''
    await page.route('https://maps.googleapis.com/**', (route) => {
      asked.push(route.request().url())
      return route.fulfill({ contentType: 'text/javascript', body: script })
    })
    // As a server with a key answers (base-map.test.ts), which all other tests do not have.
    const base = { ...noMap, google_key: 'AIza-of-the-tests' }
    await page.route('**/api/devices/base-map', (route) => route.fulfill({ json: { data: base } }))
    await permit(page, /\/devices\/\d+\/location$/, 'script-src', 'https://maps.googleapis.com')
    await signIn(page)
    await openMap(page, alone, 1)
    await page.goto(`/devices/${await idOf(page, alone)}/location`)
    const search = page.getByLabel('Find an address')
    await expect(search).toBeVisible()
    expect(asked).toEqual([])

    script = 'google.maps.importLibrary = async () => ({}); google.maps.__ib__()'
    await search.fill('Har')
    await expect(page.getByText('Add the places library when you load the maps service')).toBeVisible()
    const { searchParams } = new URL(asked[0] ?? '')
    expect(searchParams.get('libraries')?.split(',').sort()).toEqual(['geocoding', 'geometry', 'places'])
    expect([searchParams.get('language'), searchParams.get('key')]).toEqual(['en', 'AIza-of-the-tests'])
    expect(searchParams.get('callback')).toBe('google.maps.__ib__')

    script = googleScript
    await page.reload()
    await search.fill('Harbour')
    await search.press('Enter')
    await expect(page.getByLabel('Latitude')).toHaveValue('55.71')
    await expect(page.getByLabel('Longitude')).toHaveValue('21.13')
    await expect(search).toHaveValue('Harbour street 1, Klaipeda')
    await search.fill('Harbour s')
    const second = page.getByRole('option', { name: 'Harbour street 2, Klaipeda' })
    await expect(second).toBeVisible()
    // The name of a suggestion can be typed as well.
    await search.fill('Harbour street 2, Klaipeda')
    await expect(search).toHaveValue('Harbour street 2, Klaipeda')
    await second.click()
    await expect(page.getByLabel('Latitude')).toHaveValue('55.72')
    await expectAccessible(page)
  })

  test('with a key of Google its map and pictures are shown when they are chosen, with whose data is in view', async ({
    page,
  }) => {
    const asked: URL[] = []
    let refused = true
    const google = (route: Route) => {
      const url = new URL(route.request().url())
      asked.push(url)
      if (url.pathname === '/v1/createSession') {
        if (refused) return route.fulfill({ status: 403, json: { error: { code: 403 } } })
        const { mapType } = route.request().postDataJSON() as { mapType: string }
        const session = { session: `of ${mapType}`, expiry: String(Date.now() / 1000 + 1000), tileWidth: 512 }
        return route.fulfill({ json: session })
      }
      if (url.pathname === '/tile/v1/viewport') return route.fulfill({ json: { copyright: 'Map data ©2026 Acme' } })
      return route.fulfill({ contentType: 'image/png', body: redTile })
    }
    await page.route('https://tile.googleapis.com/**', google)
    const base = { ...noMap, google_key: 'AIza-of-the-tests' }
    await page.route('**/api/devices/base-map', (route) => route.fulfill({ json: { data: base } }))
    await permit(page, /\/management\/devices\/map/, 'connect-src', 'https://tile.googleapis.com')
    await signIn(page)
    await openMap(page, alone, 1)
    await expect(canvas(page)).toHaveAttribute('aria-busy', 'false')
    expect(asked).toEqual([])

    await page.getByText('Google', { exact: true }).click()
    await expect(page.getByText('Google Maps could not be loaded; the other map is shown instead')).toBeVisible()
    await expect(inView(page).getByRole('button')).toHaveCount(1)
    refused = false
    await page.getByText('Satellite', { exact: true }).click()
    await expect(page.getByText('Google Maps · Map data ©2026 Acme')).toBeVisible()
    await expect.poll(() => pixelOf(page)).toEqual([255, 0, 0])
    const tile = asked.find(({ pathname }) => pathname.startsWith('/v1/2dtiles/'))
    expect([tile?.searchParams.get('session'), tile?.searchParams.get('key')]).toEqual([
      'of satellite',
      'AIza-of-the-tests',
    ])
    await expectAccessible(page)
    // This browser remembers it.
    await page.reload()
    await expect(page.getByText('Google Maps · Map data ©2026 Acme')).toBeVisible()
    await page.getByText('Standard', { exact: true }).click()
    await expect(page.getByText(/Google Maps/)).toBeHidden()
  })

  test('on a phone the map and the tab fit', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await signIn(page)
    await openMap(page, together, 2)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.goto(`/devices/${await idOf(page, moving)}/location`)
    await expect(page.getByRole('button', { name: 'Location history' })).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
