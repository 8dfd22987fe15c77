import './services-texts.ts'
import i18next from 'i18next'

const states = [1, 2, 3, 4] as const

/** Text for the number that a device's record has for the state of all its L2TP instances. */
export const l2tpState = (state: number | null): string =>
  i18next.t(`services:tunnels.${states.find((one) => one === state) ?? 'none'}`)
