/** Returns the focus to what opened a window, once the page can take it again. */
export function returnFocus(opener: HTMLElement | null): void {
  requestAnimationFrame(() => {
    if (opener?.isConnected && document.activeElement === document.body) opener.focus({ preventScroll: true })
  })
}
