import { Tooltip } from '@mantine/core'
import { type ReactNode, useEffect, useId, useState, useSyncExternalStore } from 'react'
import { MantineRoot } from './mantine-root.tsx'
import classes from './tip.module.css'
import { type ShownTip, tips } from './tips.ts'

/** Milliseconds of the pointer on an element before its tip appears. */
const delay = 350
/** Above windows, menus and lists: any of them may contain the element. */
const layer = 750
/** Shorter tips stay on one line (spec §9). */
const shortBelow = 50

const isShort = (label: ReactNode) => typeof label === 'string' && label.length < shortBelow

/** Draws the only tip of the page. */
export function TipHost() {
  const tip = useSyncExternalStore(tips.subscribe, tips.get)
  return tip ? <ShownTipText key={keyOf(tip.element)} tip={tip} /> : null
}

const keys = new WeakMap<HTMLElement, number>()
let lastKey = 0

/** The delay restarts for each element, not for each text. */
function keyOf(element: HTMLElement): number {
  const key = keys.get(element) ?? ++lastKey
  keys.set(element, key)
  return key
}

function ShownTipText({ tip: { element, label, side } }: { tip: ShownTip }) {
  const id = useId()
  const [opened, setOpened] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setOpened(true), delay)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    if (!opened) return
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape') tips.hide()
    }
    addEventListener('keydown', close)
    // A button whose name is the tip would be read twice.
    const described = element.getAttribute('aria-label') !== label
    if (described) element.setAttribute('aria-describedby', id)
    return () => {
      removeEventListener('keydown', close)
      if (described) element.removeAttribute('aria-describedby')
    }
  }, [opened, element, label, id])

  return (
    <MantineRoot>
      <Tooltip
        id={id}
        target={element}
        opened={opened}
        label={label}
        position={side}
        zIndex={layer}
        classNames={{ tooltip: classes.tip }}
        {...(isShort(label) ? {} : { maw: 360, multiline: true })}
      />
    </MantineRoot>
  )
}
