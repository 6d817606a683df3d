/** Placeholders of a prompt, marked in the editor: chips, and a wavy line under those that are unknown. */
import type { Extension } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { marksIn } from './prompt-marks.ts'

const look = EditorView.theme({
  '.ph': {
    color: 'var(--accent-ink)',
    backgroundColor: 'var(--accent-soft)',
    borderRadius: '3px',
    padding: '0 3px',
  },
  '.ph.badp': {
    color: 'var(--bad)',
    backgroundColor: 'var(--bad-soft)',
    textDecoration: 'underline wavy 1px',
    textUnderlineOffset: '3px',
  },
})

export function placeholderMarks(placeholders: readonly string[]): Extension {
  const marks = (view: EditorView): DecorationSet =>
    Decoration.set(
      marksIn(view.state.doc.toString(), placeholders).map(({ from, to, isKnown }) =>
        Decoration.mark({ class: isKnown ? 'ph' : 'ph badp' }).range(from, to),
      ),
    )
  const plugin = ViewPlugin.fromClass(
    class {
      decorations: DecorationSet
      constructor(view: EditorView) {
        this.decorations = marks(view)
      }
      update(update: ViewUpdate) {
        if (update.docChanged) this.decorations = marks(update.view)
      }
    },
    { decorations: (value) => value.decorations },
  )
  return [look, plugin]
}
