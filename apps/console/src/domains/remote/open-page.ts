/**
 * Opens a device's page in a tab of its own that has no hold on this one; false when the browser blocked it. Where the
 * console has HTTPS its opener policy does the same, without it only this.
 */
export function openPage(link: string): boolean {
  const tab = window.open(link, '_blank')
  if (tab) tab.opener = null
  return tab !== null
}
