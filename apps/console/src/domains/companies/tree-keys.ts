const items = (tree: HTMLElement) => [...tree.querySelectorAll<HTMLElement>('[role=treeitem]')]

export function parentItem(item: Element): HTMLElement | null {
  const list = item.closest('ul')
  return list?.role === 'group' ? (list.previousElementSibling as HTMLElement | null) : null
}

/** Maximum milliseconds between two letters of one word. */
const patience = 600
let typed = { text: '', at: 0 }

/** A key, and the milliseconds at which it was pressed. */
export type PressedKey = Pick<KeyboardEvent, 'key' | 'timeStamp'>

const isTyping = (at: number) => typed.text !== '' && at - typed.at < patience

/** The next item whose name starts with the typed text. */
function findByName(all: readonly HTMLElement[], at: number, { key, timeStamp }: PressedKey): HTMLElement | undefined {
  typed = { text: isTyping(timeStamp) ? typed.text + key : key, at: timeStamp }
  const { text } = typed
  // A single letter moves on to the next match; a word may stay on the current item.
  const first = text.length > 1 ? at : at + 1
  const turned = [...all.slice(first), ...all.slice(0, first)]
  return turned.find((item) => item.dataset.name?.toLowerCase().startsWith(text.toLowerCase()))
}

/** Keys of a tree (ARIA). Returns the item to focus, or the one whose branch is to be toggled. */
export function treeKey(
  tree: HTMLElement,
  item: HTMLElement,
  pressed: PressedKey,
): { focus?: HTMLElement | undefined; toggle?: true } | null {
  const { key, timeStamp } = pressed
  const all = items(tree)
  const at = all.indexOf(item)
  const open = item.getAttribute('aria-expanded')
  // Any other key ends the word.
  if (key.length > 1) typed = { text: '', at: 0 }
  switch (key) {
    case 'ArrowDown':
      return { focus: all[at + 1] }
    case 'ArrowUp':
      return { focus: all[at - 1] }
    case 'Home':
      return { focus: all[0] }
    case 'End':
      return { focus: all.at(-1) }
    case 'ArrowRight':
      if (open === 'true') return { focus: all[at + 1] }
      return open === 'false' ? { toggle: true } : {}
    case 'ArrowLeft':
      if (open === 'true') return { toggle: true }
      return { focus: parentItem(item) ?? undefined }
    case ' ':
      // While a word is being typed, the key is a letter of it.
      if (isTyping(timeStamp)) return { focus: findByName(all, at, pressed) }
      return open === null ? {} : { toggle: true }
    default:
      return key.length === 1 ? { focus: findByName(all, at, pressed) } : null
  }
}
