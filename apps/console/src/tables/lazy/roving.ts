const controlsOf = (bar: Element) => [...bar.querySelectorAll<HTMLElement>('button, a[href]')]

/** The control with the focus, or the one that had it last, is the only one that Tab reaches. */
function keepOne(bar: Element, current: EventTarget | null) {
  const controls = controlsOf(bar)
  const one = controls.find((control) => control === current) ?? controls[0]
  for (const control of controls) control.tabIndex = control === one ? 0 : -1
}

function move(bar: Element, event: KeyboardEvent) {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const controls = controlsOf(bar)
  const at = controls.indexOf(document.activeElement as HTMLElement)
  const to = { ArrowLeft: at - 1, ArrowRight: (at + 1) % controls.length, Home: 0, End: -1 }[event.key]
  if (at < 0 || to === undefined) return
  event.preventDefault()
  controls.at(to)?.focus()
}

/** Makes the buttons and links of an element one tab stop, also those that are added later; returns what ends it. */
export function rove(bar: HTMLElement): () => void {
  const ended = new AbortController()
  const { signal } = ended
  const current = () => bar.querySelector('[tabindex="0"]')
  bar.addEventListener('keydown', (event) => move(bar, event), { signal })
  bar.addEventListener('focusin', ({ target }) => keepOne(bar, target), { signal })
  const watch = new MutationObserver(() => keepOne(bar, current()))
  watch.observe(bar, { childList: true, subtree: true })
  keepOne(bar, bar.contains(document.activeElement) ? document.activeElement : current())
  return () => {
    watch.disconnect()
    ended.abort()
  }
}
