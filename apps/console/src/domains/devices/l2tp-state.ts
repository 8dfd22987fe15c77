import './services-texts.ts'
import i18next from 'i18next'

const states = [1, 2, 3, 4] as const

/** The state of all L2TP instances of a device in words, from the number its record has for it. */
export const l2tpState = (state: number | null): string =>
  i18next.t(`services:tunnels.${states.find((one) => one === state) ?? 'none'}`)
