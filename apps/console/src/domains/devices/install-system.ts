import { createContext } from 'react'

/** What a device to be added runs on, which decides how the install command is entered there. */
export const installSystems = ['openwrt', 'linux', 'rutos'] as const

/** `any` if it is not known, or for devices of several kinds. */
export type InstallSystem = (typeof installSystems)[number] | 'any'

export const InstallSystemContext = createContext<InstallSystem>('any')
