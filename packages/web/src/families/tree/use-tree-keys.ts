/** A tree that is moved about in by keys: which rows are closed, and what was typed. */
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { type Move, moveBy, rowsOf, rowTyped } from './tree-keys.ts'
import type { Thought } from './tree-picture.ts'

/** Letters typed within this time are one word. */
const typingMs = 600

type Chosen = { readonly selected: string; readonly onSelect: (key: string) => void }

export function useTreeKeys(thoughts: readonly Thought[], { selected, onSelect }: Chosen) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const rows = rowsOf(thoughts, closed)
  const tree = useFollowedFocus(selected)
  const typed = useRef({ text: '', at: 0 })

  const goTo = (key: string) => {
    tree.follow()
    onSelect(key)
  }
  const toggle = (key: string) => {
    const next = new Set(closed)
    if (!next.delete(key)) next.add(key)
    setClosed(next)
  }
  const make = (move: Move) => {
    if ('to' in move) goTo(move.to)
    else toggle('open' in move ? move.open : move.close)
  }
  const type = (letter: string) => {
    const isMore = Date.now() - typed.current.at < typingMs
    typed.current = { text: isMore ? typed.current.text + letter : letter, at: Date.now() }
    const found = rowTyped(rows, selected, typed.current.text)
    if (found !== undefined) goTo(found)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    const move = moveBy(rows, selected, event.key)
    if (!move && event.key.length !== 1) return
    event.preventDefault()
    if (move) make(move)
    else if (event.key !== ' ') type(event.key)
  }
  return { rows, ref: tree.ref, toggle, onKeyDown }
}

/** Only who moves by keys is taken along: a step that arrives takes no focus. */
function useFollowedFocus(selected: string) {
  const ref = useRef<HTMLDivElement>(null)
  const isMoving = useRef(false)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    const items = [...(ref.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    items.find(({ dataset }) => dataset['key'] === selected)?.focus()
  }, [selected])
  const follow = () => {
    isMoving.current = true
  }
  return { ref, follow }
}
