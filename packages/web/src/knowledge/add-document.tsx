/** Adding documents: files that are dropped or chosen, or a text. */
import { type DragEvent, type FormEvent, useRef, useState } from 'react'
import { useAddDocument } from '../api/knowledge.ts'
import { Tag } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { plural } from '../ui/format.ts'
import { Failure } from '../ui/states.tsx'
import { tell } from '../ui/toasts.tsx'
import { type FileState, progressWords } from './documents.ts'
import { type ReadInFile, useReadIn } from './use-read-in.ts'

export function AddDocument({ onClose }: { readonly onClose: () => void }) {
  const { files, readIn } = useReadIn()
  return (
    <Dialog title="Add documents" open stays onOpenChange={(open) => !open && onClose()}>
      <DropPlace onFiles={(given) => void readIn(given)} />
      {files.length > 0 && <Progress files={files} />}
      <TextForm onClose={onClose} />
      <p className="sm muted">
        Folders, web pages and PDF files are read by <code>gyre knowledge add FOLDER</code>.
      </p>
    </Dialog>
  )
}

function DropPlace({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button inside does the same
    <div
      className={`drop ${isOver ? 'over' : ''}`}
      onDragOver={(event) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <span>Drop text files here: Markdown, HTML, plain text, code.</span>
      <Button mini icon="plus" onClick={() => input.current?.click()}>
        Choose files
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label="Files to read in"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

const tags = {
  waits: { tone: 'idle', icon: 'clock' },
  reading: { tone: 'acc', icon: 'gyre' },
  done: { tone: 'ok', icon: 'done' },
  failed: { tone: 'bad', icon: 'failed' },
} as const

const words = { waits: 'waits', reading: 'reading', done: 'read', failed: 'failed' } as const

function Progress({ files }: { readonly files: readonly ReadInFile[] }) {
  const states = files.map(({ progress }) => progress)
  const ended = states.filter(({ state }) => state === 'done' || state === 'failed').length
  return (
    <div className="stack">
      <p className="sm" role="status">
        {progressWords(states)}
      </p>
      <progress className="w-full" max={files.length} value={ended} aria-label="Files read" />
      <ul className="sm">
        {files.map(({ key, name, progress }) => (
          <li key={key} className="row wrap">
            <span className="trunc">{name}</span>
            <FileTag progress={progress} />
          </li>
        ))}
      </ul>
    </div>
  )
}

function FileTag({ progress }: { readonly progress: FileState }) {
  return (
    <Tag {...tags[progress.state]} spins={progress.state === 'reading'}>
      {words[progress.state]}
      {progress.state === 'failed' && `: ${progress.why}`}
    </Tag>
  )
}

function TextForm({ onClose }: { readonly onClose: () => void }) {
  const add = useAddDocument()
  const [source, setSource] = useState('')
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate(
      { source: source.trim(), text },
      {
        onSuccess: ({ title, chunks }) => {
          tell(`${title} is read: ${plural(chunks, 'passage')}`)
          onClose()
        },
      },
    )
  }
  return (
    <form className="stacked-form" onSubmit={submit}>
      <label>
        Name
        <input
          className="field"
          required
          maxLength={1000}
          placeholder="notes/deploy.md"
          value={source}
          onChange={(event) => setSource(event.target.value)}
        />
        <small>What is there under this name is replaced.</small>
      </label>
      <label>
        Text
        <textarea className="field" rows={6} required value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      {add.error && <Failure error={add.error} doing="Reading it in" />}
      <div className="row justify-end">
        <Button type="submit" look="primary" busy={add.isPending} disabled={source.trim() === '' || text.trim() === ''}>
          {add.isPending ? 'Reading it in' : 'Add the text'}
        </Button>
      </div>
    </form>
  )
}
