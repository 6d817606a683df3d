/** Something that every later request is to know: a text or a file. */
import { useRef, useState } from 'react'
import { attachmentOf } from '../chat/attachments.ts'
import { Button } from '../ui/button.tsx'
import { tellFailure } from '../ui/toasts.tsx'
import type { Controls } from './use-controls.ts'

type ContextFile = { readonly name: string; readonly mediaType: string; readonly data: string }

export function ContextForm({ controls }: { readonly controls: Controls }) {
  const [text, setText] = useState('')
  const [file, setFile] = useState<ContextFile>()
  const picker = useRef<HTMLInputElement>(null)
  const body = file ? { file } : { text: text.trim() }
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await attachmentOf(chosen)
    if ('refused' in read) tellFailure('Adding the file', read.refused)
    else setFile({ name: read.name, mediaType: read.mediaType, data: read.data })
  }
  const clear = () => {
    setText('')
    setFile(undefined)
  }
  return (
    <>
      <textarea
        className="field"
        rows={3}
        value={text}
        disabled={file !== undefined}
        aria-label="Context"
        placeholder="What every later request is to know"
        onChange={(event) => setText(event.target.value)}
      />
      <input
        ref={picker}
        type="file"
        className="vh"
        tabIndex={-1}
        aria-label="File"
        onChange={(event) => void choose(event.target.files?.[0])}
      />
      <div className="row wrap">
        {file ? (
          <Button mini icon="x" onClick={() => setFile(undefined)}>
            {file.name}
          </Button>
        ) : (
          <Button mini icon="context" onClick={() => picker.current?.click()}>
            Choose a file
          </Button>
        )}
        <span className="sp" />
        <Button
          look="primary"
          mini
          icon="context"
          disabled={!file && text.trim() === ''}
          busy={controls.isSending}
          onClick={() => controls.send({ action: 'context', body }, clear)}
        >
          Queue
        </Button>
      </div>
    </>
  )
}
