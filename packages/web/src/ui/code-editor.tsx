/** An editor for longer texts. It lives in a shadow tree: there its styles need no leave of the page's policy. */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useRef } from 'react'

type CodeEditorProps = {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly label: string
  readonly readOnly?: boolean
  /** More of the editor, such as marks on what it holds. Keep it the same from draw to draw. */
  readonly extensions?: Extension
}

const look = EditorView.theme({
  '&': { fontSize: '12px', backgroundColor: 'var(--raised)', color: 'var(--ink)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-content': { fontFamily: 'var(--mono)', lineHeight: '1.7', caretColor: 'var(--accent)' },
  '.cm-gutters': { backgroundColor: 'var(--sunken)', color: 'var(--ink-3)', border: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft)' },
})

/** Tab leaves the editor, as everywhere on the page. */
const always: Extension = [
  lineNumbers(),
  history(),
  EditorView.lineWrapping,
  look,
  keymap.of([...defaultKeymap, ...historyKeymap]),
]

/** The same each time: with other extensions the editor is made anew. */
const none: Extension = []

export function CodeEditor({ value, onChange, label, readOnly = false, extensions = none }: CodeEditorProps) {
  const host = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const changed = useRef(onChange)
  changed.current = onChange
  const first = useRef({ value, label })

  useEffect(() => {
    if (!host.current) return
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' })
    const told = EditorView.updateListener.of((update) => {
      if (update.docChanged) changed.current(update.state.doc.toString())
    })
    const named = EditorView.contentAttributes.of({ 'aria-label': first.current.label })
    const rights = EditorState.readOnly.of(readOnly)
    const state = EditorState.create({
      doc: first.current.value,
      extensions: [always, told, named, rights, new Compartment().of(extensions)],
    })
    view.current = new EditorView({ state, parent: root, root })
    return () => view.current?.destroy()
  }, [readOnly, extensions])

  useEffect(() => {
    const shown = view.current
    first.current = { value, label }
    if (!shown || shown.state.doc.toString() === value) return
    shown.dispatch({ changes: { from: 0, to: shown.state.doc.length, insert: value } })
  }, [value, label])

  return <div ref={host} className="code-editor" />
}
