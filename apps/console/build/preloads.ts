import type { ResolveModulePreloadDependenciesFn } from 'vite'

/** Files that are there before any part is loaded later: the page itself links them. */
const ofPage = /\/(base|rolldown-runtime)-[^/]+$/
const ofFrame = /\/frame-[^/]+\.js$/
const inFrame = /\/(frame|devices)-[^/]+\.js$/

/**
 * What the browser is asked to load for a part, besides the part. Resolving the address of each file takes time when
 * several parts are loaded at the start.
 */
export const notLoadedYet: ResolveModulePreloadDependenciesFn = (_, files, { hostId, hostType }) =>
  hostType === 'html'
    ? files
    : files.filter((file) => !ofPage.test(file) && !(inFrame.test(hostId) && ofFrame.test(file)))
