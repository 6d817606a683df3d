/** Something that every later request is to know: a text or a file. */
import { useRef, useState } from 'react'
import { attachmentOf } from '../chat/attachments.ts'
import type { Controls } from '../session/use-controls.ts'
import { Button } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { tellFailure } from '../ui/toasts.tsx'
import { draftName } from './left-over.tsx'

type ContextFile = { readonly name: string; readonly mediaType: string; readonly data: string }

export function ContextForm({ controls }: { readonly controls: Controls }) {
  const [text, setText, sent] = useDraft(draftName('context', controls.live.log.id))
  const [file, setFile] = useState<ContextFile>()
  const picker = useRef<HTMLInputElement>(null)
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const read = await attachmentOf(chosen)
    if ('refused' in read) tellFailure('Adding the file', read.refused)
    else setFile({ name: read.name, mediaType: read.mediaType, data: read.data })
  }
  // Each is something of its own for the session.
  const send = () => {
    if (text.trim() !== '') controls.send({ action: 'context', body: { text: text.trim() } }, () => sent(text))
    if (file) controls.send({ action: 'context', body: { file } }, () => setFile(undefined))
  }
  return (
    <>
      <textarea
        className="field"
        rows={3}
        value={text}
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
          onClick={send}
        >
          Queue
        </Button>
      </div>
    </>
  )
}
