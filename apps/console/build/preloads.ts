import type { ResolveModulePreloadDependenciesFn } from 'vite'

/** Files that the page itself links, so that they are present before any lazy part. */
const ofPage = /\/(base|rolldown-runtime)-[^/]+$/
const ofFrame = /\/frame-[^/]+\.js$/
const inFrame = /\/(frame|devices)-[^/]+\.js$/

/**
 * Files that the browser should preload for a part, besides the part. Resolving the address of each file takes time
 * when several parts are loaded at the start.
 */
export const notLoadedYet: ResolveModulePreloadDependenciesFn = (_, files, { hostId, hostType }) =>
  hostType === 'html'
    ? files
    : files.filter((file) => !ofPage.test(file) && !(inFrame.test(hostId) && ofFrame.test(file)))
