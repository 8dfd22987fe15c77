/**
 * Opens a device's page in a tab of its own that has no access to this one; false if the browser blocked it. With HTTPS
 * the console's opener policy does the same, without it only this.
 */
export function openPage(link: string): boolean {
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
