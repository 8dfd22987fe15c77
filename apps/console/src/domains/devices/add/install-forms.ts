import type { InstallSystem } from './install-system.ts'

/** Programs that fetch the install script by HTTPS, and `ssh` for the command that needs no certificate. */
export const installForms = ['curl', 'wget', 'uclient-fetch', 'ssh'] as const

export type InstallForm = (typeof installForms)[number]

interface Line {
  line: string
  script_url: string | null
}

/** The fetch program that the system includes. */
export const usualForm = (system: InstallSystem, { script_url }: Line): InstallForm => {
  if (script_url === null) return 'ssh'
  return system === 'openwrt' ? 'uclient-fetch' : 'curl'
}

const options = { curl: '-fsSL', wget: '-qO-', 'uclient-fetch': '-qO-' } as const

export const installCommand = (form: InstallForm, { line, script_url }: Line): string =>
  form === 'ssh' || script_url === null ? line : `${form} ${options[form]} ${script_url} | sh`
