/** A persona as the JSON it is kept as. */
import { useState } from 'react'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { draftOfText, type PersonaDraft, textOfDraft } from './persona-draft.ts'

type PersonaJsonProps = {
  readonly draft: PersonaDraft
  readonly readOnly: boolean
  readonly onChange: (draft: PersonaDraft) => void
  /** What keeps the text from being read. */
  readonly onFault: (fault: string | undefined) => void
}

export function PersonaJson({ draft, readOnly, onChange, onFault }: PersonaJsonProps) {
  const kept = textOfDraft(draft)
  const [text, setText] = useState(kept)
  const read = draftOfText(text)
  // Something else changed it: a version was taken, or the draft was discarded.
  const isStale = 'draft' in read && textOfDraft(read.draft) !== kept
  const change = (next: string) => {
    setText(next)
    const found = draftOfText(next)
    onFault('fault' in found ? found.fault : undefined)
    if ('draft' in found && textOfDraft(found.draft) !== kept) onChange(found.draft)
  }
  return (
    <div className="code-box">
      <CodeEditor value={isStale ? kept : text} onChange={change} label="Persona as JSON" readOnly={readOnly} />
    </div>
  )
}
