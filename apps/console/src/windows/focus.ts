/** Returns the focus to the element that opened a window, once the page accepts it again. */
export function returnFocus(opener: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (opener?.isConnected && document.activeElement === document.body) opener.focus({ preventScroll: true })
  })
}
