/**
 * Opens a device's page in a tab of its own that has no access to this one; false if the browser blocked it. With HTTPS
 * the opener policy of the console has the same effect; without it, only this code does.
 */
export function openPage(link: string): boolean {
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
