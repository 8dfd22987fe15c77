import type { IndexHtmlTransformContext, Plugin } from 'vite'
import { firstPaths } from '../src/domains/devices/first-page.ts'

/** Files of the frame and the devices list, which the entry alone would request only after it has run. */
function screenFiles(bundle: NonNullable<IndexHtmlTransformContext['bundle']>): string[] {
  // The name is followed by eight characters of the hash: other names may begin with it.
  return Object.keys(bundle)
    .filter((name) => /\/(frame|devices|devices-page|attention-strip)-[\w-]{8}\.(js|css)$/.test(name))
    .map((name) => `/${name}`)
}

/** The page requests its data before the bundle has arrived, so its inline script uses the same URL as the bundle. */
export function earlyRequests(): Plugin {
  return {
    name: 'early-requests',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle }) =>
        html
          .replace('%FIRST_PATHS%', firstPaths.map((path) => `/api${path}`).join(' '))
          .replace('%FIRST_FILES%', screenFiles(bundle ?? {}).join(' ')),
    },
  }
}
