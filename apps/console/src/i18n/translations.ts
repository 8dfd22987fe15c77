import i18next from 'i18next'

/** Loaders of texts, by path: `<folder>/<language>/<namespace>.json`, beside the folder `en`. */
export type Translations = Readonly<Record<string, () => Promise<object>>>

const translations = (): Translations =>
  import.meta.glob<object>(['../**/[a-z][a-z]/*.json', '!../**/en/*.json'], { import: 'default' })

export async function loadLanguage(chosen: string, files = translations()): Promise<void> {
  const loading = Object.entries(files).map(async ([path, read]) => {
    const [folder, language, file] = path.split('/').slice(-3)
    if (!folder || language !== chosen || !file) return
    const name = file.replace('.json', '')
    // The labels of a domain are merged into its texts.
    i18next.addResourceBundle(chosen, name === 'labels' ? folder : name, await read(), true, true)
  })
  await Promise.all(loading)
}
