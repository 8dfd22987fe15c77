import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'

/** Switches light and dark on the page at once; what holds after a reload is the cookie's business. */
export function useScheme(): (scheme: 'light' | 'dark') => void {
  return useMantineColorScheme().setColorScheme
}

/** Which of the two holds now. */
export function useSchemeName(): 'light' | 'dark' {
  return useComputedColorScheme('light')
}
