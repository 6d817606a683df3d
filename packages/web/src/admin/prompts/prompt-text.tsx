/** The text of a prompt in an editor that knows its placeholders. */
import { useMemo } from 'react'
import { CodeEditor } from '../../ui/code-editor.tsx'
import { placeholderMarks } from './placeholder-marks.ts'

type PromptTextProps = {
  readonly text: string
  readonly placeholders: readonly string[]
  readonly label: string
  readonly readOnly: boolean
  readonly onChange: (text: string) => void
}

export function PromptText({ text, placeholders, label, readOnly, onChange }: PromptTextProps) {
  const known = placeholders.join(' ')
  const marks = useMemo(() => placeholderMarks(known === '' ? [] : known.split(' ')), [known])
  return <CodeEditor value={text} onChange={onChange} label={label} readOnly={readOnly} extensions={marks} />
}
