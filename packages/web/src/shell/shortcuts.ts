/** Keys of the page: each view names its own, and `?` lists those that work where one is. */
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { tinykeys } from 'tinykeys'
import { boundKeys, subscribeToKeys } from './key-bindings.ts'
import { typedKeys } from './typed-keys.ts'

export type Shortcut = {
  /** What it does, as it stands in the list. */
  readonly does: string
  readonly run: (event: KeyboardEvent) => void
}

/** By their keys, such as `p`, `Shift+Escape`, `$mod+k` or `g p`. */
export type Shortcuts = Readonly<Record<string, Shortcut>>

/** Those of all views that are shown, the newest last. */
const shown = new Set<Shortcuts>()

/** Binds keys as long as the component is there. A view that is drawn again may give other functions for the same keys. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const newest = useRef(shortcuts)
  newest.current = shortcuts
  const names = Object.keys(shortcuts).join(' | ')
  const bound = useSyncExternalStore(subscribeToKeys, boundKeys)
  useEffect(() => {
    const here: Shortcuts = Object.fromEntries(
      Object.entries(newest.current).map(([name, { does }]) => [
        name,
        { does, run: (event) => newest.current[name]?.run(event) },
      ]),
    )
    shown.add(here)
    // Where `g p` and `p` are both bound, the last letter of the first is not the second.
    const sequencesFirst = names
      .split(' | ')
      .toSorted((one, other) => Number(other.includes(' ')) - Number(one.includes(' ')))
    const bindings = sequencesFirst.map((name) => [typedKeys(bound[name] ?? name), handlerOf(newest, name)] as const)
    const unbind = tinykeys(window, Object.fromEntries(bindings), { ignore: isForField })
    return () => {
      shown.delete(here)
      unbind()
    }
  }, [names, bound])
}

function handlerOf(newest: { readonly current: Shortcuts }, name: string) {
  return (event: KeyboardEvent) => {
    if (event.defaultPrevented || isOverlaid()) return
    event.preventDefault()
    newest.current[name]?.run(event)
  }
}

/** A dialog is open: the page behind it does nothing. */
function isOverlaid(): boolean {
  return document.querySelector('.dialog') !== null
}

/** A letter typed into a field is a letter. */
function isForField(event: KeyboardEvent): boolean {
  const [target] = event.composedPath()
  if (!(target instanceof HTMLElement)) return false
  const isField = target.isContentEditable || target.matches('input, textarea, select')
  // Where AltGr makes signs, it comes in as Ctrl and Alt.
  const isHeld = (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
  const isCommand = isHeld || event.key === 'Escape'
  return isField && !isCommand
}

export type ShortcutInUse = { readonly name: string; readonly does: string }

/** Every key that works now, with what it does. */
export function shortcutsInUse(): readonly ShortcutInUse[] {
  const all = [...shown].flatMap((each) => Object.entries(each).map(([name, { does }]) => [name, does] as const))
  return [...new Map(all)].map(([name, does]) => ({ name, does }))
}

/** Does what a key does, for who found it in a list. */
export function pressShortcut(name: string): void {
  const [owner] = [...shown].filter((each) => name in each).slice(-1)
  owner?.[name]?.run(new KeyboardEvent('keydown'))
}
