/** Where messages are written: sent to whom was picked, or as guidance to the session that runs. */
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { useMay } from '../api/me.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/states.tsx'
import { AttachmentChips } from './attachment-chips.tsx'
import { takesFocus } from './composer-focus.ts'
import { useDraft } from './draft.ts'
import { PersonaPicker } from './persona-picker.tsx'
import { type Attachments, useAttachments } from './use-attachments.ts'
import type { Choosing } from './use-choice.ts'
import type { Sending } from './use-sending.ts'

type ComposerProps = {
  /** Whose draft it holds: a conversation, or `new`. */
  readonly draftOf: string
  /** What it holds at first, as a link says. */
  readonly first?: string
  readonly isRunning: boolean
  readonly choosing: Choosing
  readonly sending: Sending
  readonly autoFocus?: boolean
  /** Stands before the button that sends. */
  readonly actions?: ReactNode
}

export function Composer(props: ComposerProps) {
  const { draftOf, first, isRunning, choosing, sending, autoFocus = false, actions } = props
  const [text, setText] = useDraft(draftOf, first)
  const attachments = useAttachments()
  const mayRun = useMay('user')
  const { chosen } = choosing
  const isEmpty = text.trim() === '' && (!isRunning || attachments.files.length === 0)
  const cannot = isEmpty || !chosen || !mayRun || sending.isSending

  const send = async (how: 'send' | 'interrupt') => {
    if (cannot || !chosen || (how === 'interrupt' && text.trim() === '')) return
    // What failed is told above the box, and what was written stays in it.
    await sending[how]({ text: text.trim(), files: attachments.files, choice: chosen }).then(
      () => {
        setText('')
        attachments.clear()
      },
      () => undefined,
    )
  }
  return (
    <div className="composer">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be picked with the button as well. */}
      <div
        className="box"
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => dropped(event, attachments)}
      >
        {sending.error !== null && <Failure error={sending.error} doing="Sending" />}
        <AttachmentChips files={attachments.files} onRemove={attachments.remove} />
        <Field
          text={text}
          onText={setText}
          onSend={send}
          onFiles={attachments.add}
          isRunning={isRunning}
          mayRun={mayRun}
          autoFocus={autoFocus}
        />
        <div className="row">
          {chosen && (
            <PersonaPicker choices={choosing.choices} chosen={chosen} onChoose={choosing.choose} disabled={!mayRun} />
          )}
          <FileButton onFiles={attachments.add} disabled={!mayRun} />
          <span className="sm muted desk">
            {isRunning ? 'Ctrl+Enter interrupts and sends' : 'Shift+Enter for a new line'}
          </span>
          <span className="sp" />
          {actions}
          <Button
            look="primary"
            mini
            icon={isRunning ? 'steer' : 'up'}
            keys="Enter"
            disabled={cannot}
            busy={sending.isSending}
            onClick={() => void send('send')}
          >
            {isRunning ? 'Steer' : 'Send'}
          </Button>
        </div>
      </div>
    </div>
  )
}

type FieldProps = {
  readonly text: string
  readonly onText: (text: string) => void
  readonly onSend: (how: 'send' | 'interrupt') => Promise<void>
  readonly onFiles: Attachments['add']
  readonly isRunning: boolean
  readonly mayRun: boolean
  readonly autoFocus: boolean
}

const mostRows = 8

function Field({ text, onText, onSend, onFiles, isRunning, mayRun, autoFocus }: FieldProps) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (takesFocus() || autoFocus) field.current?.focus()
  }, [autoFocus])
  const onKeyDown = (event: KeyboardEvent) => {
    // The key that ends an input of several keys, as for Japanese, sends nothing.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void onSend(event.ctrlKey || event.metaKey ? 'interrupt' : 'send')
  }
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void onFiles(files)
  }
  return (
    <>
      <label className="vh" htmlFor={id}>
        {isRunning ? 'Guidance for the session that runs' : 'Message'}
      </label>
      <textarea
        ref={field}
        id={id}
        data-composer
        rows={Math.min(mostRows, text.split('\n').length)}
        value={text}
        disabled={!mayRun}
        placeholder={placeholder(isRunning, mayRun)}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
    </>
  )
}

function placeholder(isRunning: boolean, mayRun: boolean): string {
  if (!mayRun) return 'You may look on. To send, a key needs the role user.'
  return isRunning ? 'Steer it: Enter adds guidance to the next step' : 'Say what is wanted'
}

function dropped(event: DragEvent, { add }: Attachments): void {
  event.preventDefault()
  void add([...event.dataTransfer.files])
}

function FileButton({ onFiles, disabled }: { readonly onFiles: Attachments['add']; readonly disabled: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        look="ghost"
        mini
        icon="context"
        label="Add files: texts, pictures or PDFs"
        disabled={disabled}
        onClick={() => input.current?.click()}
      />
      <input
        ref={input}
        type="file"
        multiple
        hidden
        tabIndex={-1}
        aria-hidden="true"
        onChange={({ target }) => {
          void onFiles([...(target.files ?? [])])
          // The same file can be picked again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}
