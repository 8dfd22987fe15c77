import { createContext } from 'react'

/** System of a device to be added; it decides how the install command is entered. */
export const installSystems = ['openwrt', 'linux', 'rutos'] as const

/** `any` if it is unknown, or for devices of several systems. */
export type InstallSystem = (typeof installSystems)[number] | 'any'

export const InstallSystemContext = createContext<InstallSystem>('any')
